/** Why an action of the page wasn't performed; the theme has a text for each (`linkgateAccountFailed.…`). */

/** The reasons, and the response's status. */
export const FAILED_STATUSES = {
  /** The form is too old, of another browser, or for another account. */
  stale: 403,
  /** The user has no such object. */
  gone: 404,
  /** The new address isn't an address, or not one that the realm accepts. */
  'invalid-address': 400,
  'same-address': 400,
  /** The realm's user profile rejects the name. */
  'invalid-profile': 400,
  /** Too many emails were requested. */
  limited: 429,
  /** The email that must be sent first wasn't. */
  'not-sent': 503,
  /** The user's second factor is needed, and can't be asked for. */
  'no-factor': 403,
  /** The store of users rejects it. */
  'not-deleted': 409,
} as const;

export type Failed = keyof typeof FAILED_STATUSES;
