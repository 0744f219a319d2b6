/** The database statements of a sign-in over the API with existing consent; `docs/sizing.md` counts them. */

/** Linkgate's own statements. */
export const REQUEST_LINK = [
  'select user_entity',
  'select linkgate_rate',
  'update linkgate_rate',
  'insert linkgate_link',
];
export const FIND = ['select linkgate_link'];
export const USE = ['select linkgate_link', 'update linkgate_link', 'insert linkgate_device'];
/** Linkgate's statements of a complete sign-in. */
export const OWN = [...REQUEST_LINK, ...USE, ...FIND];

/**
 * Keycloak's own: it checks the profile, looks for a session with that ID, and stores the new one once its response is certain.
 */
export const CONTINUE = [
  'account by username',
  'select offline_user_session',
  'select offline_client_session',
];
export const STORE_SESSION = [
  'select offline_user_session',
  'select offline_client_session',
  'insert offline_user_session',
  'insert offline_client_session',
];

export const TRANSACTIONS = 3;

/** The number of rows that these insert or update. */
export function writesIn(statements: readonly string[]): number {
  return statements.filter((statement) => /^(insert|update) /.test(statement)).length;
}
