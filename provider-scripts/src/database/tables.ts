/** All of Linkgate's tables, as the change log of the host makes them. */
export const TABLES = [
  'LINKGATE_LINK',
  'LINKGATE_REFERRAL',
  'LINKGATE_RATE',
  'LINKGATE_DEVICE',
  'LINKGATE_TAKEOVER',
] as const;
