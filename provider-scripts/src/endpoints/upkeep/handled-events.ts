/**
 * Keycloak's types of user events, and its operations on resources in admin events, that the host passes on (`keycloak-events.ts`); `*` is any
 * resource.
 */
export const HANDLED_EVENTS = [
  'LOGIN',
  'REMOVE_CREDENTIAL',
  'USER_DISABLED_BY_PERMANENT_LOCKOUT',
  'ACTION USER',
  'UPDATE *',
  'DELETE *',
] as const;
