/**
 * Keycloak's types of user events, and its operations on resources in admin events, that the host passes on (`keycloak-events.ts`); `*` is any
 * resource, and `STOCK` marks types of user events in stock realms.
 */
export const HANDLED_EVENTS = [
  'LOGIN',
  'REMOVE_CREDENTIAL',
  'USER_DISABLED_BY_PERMANENT_LOCKOUT',
  'REGISTER',
  'UPDATE_EMAIL',
  'UPDATE_PROFILE',
  'STOCK LOGIN',
  'STOCK REGISTER',
  'STOCK UPDATE_EMAIL',
  'STOCK UPDATE_PROFILE',
  'ACTION USER',
  'UPDATE *',
  'DELETE *',
] as const;
