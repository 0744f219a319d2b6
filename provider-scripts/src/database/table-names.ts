/** The names of all of Linkgate's tables. Their columns are in the host's `linkgate-changelog.xml`. */
export const TABLE_NAMES = [
  'LINKGATE_LINK',
  'LINKGATE_REFERRAL',
  'LINKGATE_REFERRAL_USE',
  'LINKGATE_RATE',
  'LINKGATE_DEVICE',
  'LINKGATE_TAKEOVER',
  'LINKGATE_ADDRESS_CHANGE',
  'LINKGATE_STATISTIC',
  'LINKGATE_INVITATION',
  'LINKGATE_INVITED_ADDRESS',
  'LINKGATE_BATCH',
  'LINKGATE_BATCH_ERROR',
  'LINKGATE_LOGO',
] as const;
