/** The names of all of Linkgate's tables. Their columns are in the host's `linkgate-changelog.xml`. */
export const TABLE_NAMES = [
  'LINKGATE_LINK',
  'LINKGATE_REFERRAL',
  'LINKGATE_REFERRAL_USE',
  'LINKGATE_LIMIT',
  'LINKGATE_DEVICE',
  'LINKGATE_NEW_DEVICE_NOTICE',
  'LINKGATE_TAKEOVER',
  'LINKGATE_ADDRESS_CHANGE',
  'LINKGATE_STATISTIC',
  'LINKGATE_INVITATION',
  'LINKGATE_INVITED_ADDRESS',
  'LINKGATE_BATCH',
  'LINKGATE_BATCH_ERROR',
  'LINKGATE_LOGO',
  'LINKGATE_SIGN_UP_RULE',
  'LINKGATE_DOMAIN_LIST',
] as const;

/** The tables whose names the host prefixes with the schema, if Keycloak is configured with one: all that statements name. */
export const TABLES_IN_STATEMENTS = [
  ...TABLE_NAMES,
  'DATABASECHANGELOG_LINKGATE',
  'BROKER_LINK',
  'CLIENT',
  'CLIENT_ATTRIBUTES',
  'CLIENT_AUTH_FLOW_BINDINGS',
  'CREDENTIAL',
  'FEDERATED_IDENTITY',
  'FED_USER_CREDENTIAL',
  'OFFLINE_USER_SESSION',
  'REALM',
  'REALM_ATTRIBUTE',
  'USER_ATTRIBUTE',
  'USER_ENTITY',
] as const;
