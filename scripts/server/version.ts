/** The Keycloak version that Linkgate is built for and tested with. */
export const KEYCLOAK_VERSION = '26.7.4';
