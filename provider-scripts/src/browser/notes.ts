/** The notes that Linkgate keeps in an authentication session, on the server; Keycloak drops them when a sign-in restarts. */

/** The account that a used link proved; satisfies the link step and nothing else. */
export const PROVEN_NOTE = 'linkgate.proven';

/** The address that it was proven for, normalised. */
export const PROVEN_FOR_NOTE = 'linkgate.proven-for';

/**
 * Since when the person of a tab, or of a session, has been known, or could have been (Unix milliseconds): by its proof, otherwise by the
 * start of the last request without one.
 */
export const SINCE_NOTE = 'linkgate.since';

/** What proved it: `link`, `code` or `hand-off`. */
export const PROVEN_BY_NOTE = 'linkgate.proven-by';

/** The identifier of the latest link sent from this tab. */
export const LINK_NOTE = 'linkgate.link';

/** The address that a link was sent to from this tab. */
export const SENT_TO_NOTE = 'linkgate.sent-to';

/** What the person asked to see: `address` for the field, `accounts` for the list. */
export const WANTS_NOTE = 'linkgate.wants';

/** The referral code that was typed in this tab, hashed. */
export const REFERRAL_NOTE = 'linkgate.referral';

/** The referral code that an address brought along, for the page's field. */
export const BROUGHT_CODE_NOTE = 'linkgate.brought-code';

/** Where this tab was before its session got a new id: places separated by spaces. */
export const PLACES_NOTE = 'linkgate.places';

/** To whom the link used in this tab was returned: an account, which Keycloak's own note of the session then names. */
export const IMPERSONATOR_NOTE = 'linkgate.impersonator';

/** The note with the right by which such a link was returned (`GivenBack` as JSON). */
export const GIVEN_NOTE = 'linkgate.given';

/** Until when the proof in a tab has been waiting for its client's own request (Unix seconds). */
export const KEPT_NOTE = 'linkgate.kept';

/** The link by which a session came about where the link was requested, so that its hand-off can end the session, however late that was stored. */
export const HANDED_NOTE = 'linkgate.handed';
