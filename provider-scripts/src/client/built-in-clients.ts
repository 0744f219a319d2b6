/** Keycloak's own clients of every realm, which go on as Keycloak has them. */
export const BUILT_IN_CLIENTS: readonly string[] = [
  'account',
  'account-console',
  'admin-cli',
  'broker',
  'realm-management',
  'security-admin-console',
];
