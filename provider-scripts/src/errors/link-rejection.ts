/** Why a link can't be used, as pages and meters report it. */

/** The reason that the page shows; `invalid` says no more, so that a forged token reveals nothing. */
export const REFUSALS = [
  'expired',
  'used',
  'superseded',
  'revoked',
  'changed',
  'invalid',
  'elsewhere',
] as const;
export type Refusal = (typeof REFUSALS)[number];

/** The public text of each reason. */
export const REFUSAL_TEXT: Record<Refusal, string> = {
  expired: 'The link has expired',
  used: 'The link was already used',
  superseded: 'The link was replaced by a newer one or is no longer valid because another was used',
  revoked: 'The link was revoked, because its email took too long to send',
  changed: 'The account of this address has another address now',
  invalid: 'The link is not valid',
  elsewhere: 'The link works only from the network that requested it',
};
