/** All of Linkgate's tables, as the change log of the host makes them. */
export const TABLES = [
  'LINKGATE_LINK',
  'LINKGATE_REFERRAL',
  'LINKGATE_REFERRAL_USE',
  'LINKGATE_RATE',
  'LINKGATE_DEVICE',
  'LINKGATE_TAKEOVER',
  'LINKGATE_STATISTIC',
] as const;
