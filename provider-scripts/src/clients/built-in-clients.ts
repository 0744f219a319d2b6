/** Keycloak's own clients in every realm, which keep working as usual. */
export const BUILT_IN_CLIENTS: readonly string[] = [
  'account',
  'account-console',
  'admin-cli',
  // Where administrators have permissions for single clients or users.
  'admin-permissions',
  'broker',
  'realm-management',
  'security-admin-console',
];
