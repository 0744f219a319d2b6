/** Style sheets; the build bundles them into one. */
declare module '*.css';
