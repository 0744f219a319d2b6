/** Style sheets, which the build puts into one. */
declare module '*.css';
