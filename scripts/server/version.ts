/**
 * The newest Keycloak version that Linkgate is tested with: the one that commands start, tests run on, and the image is built
 * from.
 */
export const NEWEST_VERSION = '26.7.5';

/** All versions that Linkgate is tested with (`node scripts/run.mjs test-versions.ts`): it starts on their minor releases. */
export const TESTED_VERSIONS = ['26.6.4', '26.7.4', NEWEST_VERSION] as const;

/**
 * The version that Maven compiles the host's Java code against, for `npm run build` and releases: the newest with complete
 * descriptors. `npm start` and `npm test` compile it against the newest server's own JARs, and
 * `node scripts/run.mjs check-versions.ts` against the others'.
 */
export const COMPILED_AGAINST = '26.7.4';

/** The Keycloak version of this run; `LINKGATE_KEYCLOAK_VERSION` chooses another. */
export const KEYCLOAK_VERSION = process.env.LINKGATE_KEYCLOAK_VERSION || NEWEST_VERSION;
