/** Keycloak's account console. */

/** The path, below the realm, of its page where users remove passkeys. */
export const SIGNING_IN_PAGE = '/account/account-security/signing-in';
