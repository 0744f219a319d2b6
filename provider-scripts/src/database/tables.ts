/** All of Linkgate's tables, as the change log of the host makes them. */
export const TABLES = [
  'LINKGATE_LINK',
  'LINKGATE_REFERRAL',
  'LINKGATE_REFERRAL_USE',
  'LINKGATE_RATE',
  'LINKGATE_DEVICE',
  'LINKGATE_TAKEOVER',
  'LINKGATE_STATISTIC',
  'LINKGATE_INVITATION',
  'LINKGATE_INVITEE',
  'LINKGATE_BATCH',
  'LINKGATE_WRONGLINE',
] as const;
