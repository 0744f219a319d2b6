/** Why a link or an invitation can't be used, as pages, events and meters report it; `links.ts` has the texts. */

/** The reasons for a link; `invalid` is unspecific, so that a forged token reveals nothing. */
export const LINK_REJECTIONS = [
  'expired',
  'used',
  'superseded',
  'revoked',
  'changed',
  'invalid',
  'elsewhere',
] as const;
export type LinkRejection = (typeof LINK_REJECTIONS)[number];

/** The reasons for an invitation. */
export type InvitationRejection = 'used' | 'expired' | 'revoked' | 'invalid';
