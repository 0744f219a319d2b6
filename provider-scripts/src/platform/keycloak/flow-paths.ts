/** Keycloak's names of its flows, as its paths have them (`LoginActionsService`). */

/** A client's browser flow. */
export const BROWSER_FLOW_PATH = 'authenticate';
/** The flow of *Forgot password*. */
export const RESET_CREDENTIALS = 'reset-credentials';
/** The flow after the first sign-in at an identity provider. */
export const FIRST_BROKER_LOGIN = 'first-broker-login';
/** The flow after each sign-in at an identity provider. */
export const POST_BROKER_LOGIN = 'post-broker-login';
