/** The newest Keycloak that Linkgate is tested with: what the commands start, the tests run on, and the image is made of. */
const NEWEST_VERSION = '26.7.5';

/** One patch of each line that Linkgate starts on, and of the newest line its newest two; `npm run test:versions` tries them all. */
export const TESTED_VERSIONS = ['26.6.4', '26.7.4', NEWEST_VERSION] as const;

/** What the host's Java is compiled against: the newest version whose Maven descriptors are whole (`npm run check:versions` tries the others). */
export const COMPILED_AGAINST = '26.7.4';

/** The Keycloak of this run; `LINKGATE_KEYCLOAK_VERSION` chooses another. */
export const KEYCLOAK_VERSION = process.env.LINKGATE_KEYCLOAK_VERSION || NEWEST_VERSION;
