/** All of Linkgate's tables, as created by the host's change log. */
export const TABLES = [
  'LINKGATE_LINK',
  'LINKGATE_REFERRAL',
  'LINKGATE_REFERRAL_USE',
  'LINKGATE_RATE',
  'LINKGATE_DEVICE',
  'LINKGATE_TAKEOVER',
  'LINKGATE_STATISTIC',
] as const;
