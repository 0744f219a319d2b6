/** What Linkgate reports to Keycloak's event listeners: each of its events and the Keycloak type it has. */

/**
 * The events. A type is Keycloak's `EventType`; one emitted with an error becomes its `…_ERROR`. The name is in the detail
 * `linkgate`, the reason of an error in `reason`. Sign-in and sign-out are reported by Keycloak itself, as `LOGIN` and `LOGOUT`.
 */
export const USER_EVENTS = {
  /** A mail with a link was sent. */
  link_sent: 'SEND_VERIFY_EMAIL',
  /** A link that was requested was not sent. */
  link_not_sent: 'SEND_VERIFY_EMAIL',
  /** A link was used, or the code sent with it (detail `method`: `link` or `code`; `impersonator`: whom it was returned to). */
  link_used: 'VERIFY_EMAIL',
  /** A link was refused. */
  link_refused: 'VERIFY_EMAIL',
  /** A code sent with a link was refused. */
  code_refused: 'VERIFY_EMAIL',
  /** A link was handed over to the browser that requested it. */
  handed_over: 'VERIFY_EMAIL',
  /** Digits for that were refused. */
  hand_off_refused: 'VERIFY_EMAIL',
  /** Whoever handed a link over took it back: the session that came of it has ended. */
  hand_off_undone: 'VERIFY_EMAIL',
  /** An account was created when a link was used, while sign-up is open. */
  account_made: 'REGISTER',
  /** The same while sign-up is closed: a use of a referral code was counted (detail `referral`: the code's id). */
  referral_redeemed: 'REGISTER',
  /** An account was made by an invitation, whether sign-up is open or closed (detail `invitation`: its id). */
  invitation_accepted: 'REGISTER',
  /** An invitation was refused. */
  invitation_refused: 'VERIFY_EMAIL',
  /** An account was not created, for lack of a valid referral code. */
  referral_refused: 'REGISTER',
  /** A person consented to what a client gets. Keycloak itself reports that only in a detail of `LOGIN`. */
  consent_given: 'GRANT_CONSENT',
} as const;

/** The name of an event. */
export type UserEvent = keyof typeof USER_EVENTS;

/** The detail with the event's name. */
export const USER_EVENT_DETAIL = 'linkgate';
