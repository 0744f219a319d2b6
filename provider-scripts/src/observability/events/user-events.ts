/** The events that Linkgate emits to Keycloak's event listeners, each with its Keycloak type. */

/**
 * The events; docs/reference.md has their comments. A type is Keycloak's `EventType`; one emitted with an error becomes its `…_ERROR`.
 * The name is in the detail `linkgate`, the reason of an error in `reason`. Sign-in and sign-out are reported by Keycloak itself, as `LOGIN`
 * and `LOGOUT`.
 */
export const USER_EVENTS = {
  /** An email with a link was sent. */
  link_sent: 'SEND_VERIFY_EMAIL',
  /** A requested link was not sent. */
  link_send_failed: 'SEND_VERIFY_EMAIL',
  /** An address gets no more emails, after what its email service reported (details `reason`: `hard`, `soft`, `complaint` or `block`; `route`, `email_id`). */
  email_suppressed: 'SEND_VERIFY_EMAIL',
  /** The user of an address that got no emails has signed in with a passkey or through an identity provider (detail `method`: `passkey` or `provider`), and it gets emails again. */
  email_suppression_lifted: 'VERIFY_EMAIL',
  /** A link or its one-time code was used (detail `method`: `link` or `code`; `impersonator`: the account that a returned link was issued to). */
  link_used: 'VERIFY_EMAIL',
  /** A link was rejected. */
  link_rejected: 'VERIFY_EMAIL',
  /** A one-time code was rejected. */
  one_time_code_rejected: 'VERIFY_EMAIL',
  /** A comparison code was right: the requesting browser can continue. */
  cross_device_approved: 'VERIFY_EMAIL',
  /** A comparison code was rejected. */
  cross_device_rejected: 'VERIFY_EMAIL',
  /** A cross-device sign-in was revoked in the browser that opened the link; its session has ended. */
  cross_device_revoked: 'VERIFY_EMAIL',
  /** An email told an account of a sign-in on a new device (detail `device`: its id). */
  new_device_notified: 'SEND_VERIFY_EMAIL',
  /** The owner of an account said that such a sign-in wasn't theirs (detail `device`); what came of it has ended. */
  new_device_revoked: 'VERIFY_EMAIL',
  /** An account was created (detail `method`: `link`, `referral`, `invitation`, `provider` or `backend`; `rule`: `disposable` if its domain is known to be). With `provider` its type is `IDENTITY_PROVIDER_FIRST_LOGIN`, as Keycloak itself reports `REGISTER` then. */
  user_registered: 'REGISTER',
  /** A referral code was used for a new account, by a link or in the first sign-in through an identity provider (detail `referral`: its id). */
  referral_redeemed: 'VERIFY_EMAIL',
  /** An invitation created an account, whether sign-up is open or closed (detail `invitation`: its id). */
  invitation_accepted: 'VERIFY_EMAIL',
  /** Emails were sent by which both addresses can confirm a change of an account's address. */
  address_change_requested: 'SEND_VERIFY_EMAIL',
  /** An account's address was changed, after both addresses had confirmed it. */
  address_changed: 'UPDATE_EMAIL',
  /** A user deleted their own account. */
  account_deleted: 'DELETE_ACCOUNT',
  /** An invitation was rejected. */
  invitation_rejected: 'VERIFY_EMAIL',
  /** No account was created, for lack of a valid referral code. */
  referral_rejected: 'REGISTER',
  /** The rules for sign-up rejected an address (detail `rule`: `denied`, `unlisted`, `disposable`, or on Keycloak's own pages `invalid`, if Linkgate can send it no email; `method`: as of `user_registered`, `form` for Keycloak's registration form, `sign-in` or `address-change`). */
  sign_up_rejected: 'REGISTER',
  /** A user consented to the scopes of a client. Keycloak itself reports that only in a detail of `LOGIN`. */
  consent_granted: 'GRANT_CONSENT',
  /** A client used a refresh token again within the grace (`linkgate.refresh-grace`), and got new tokens; the lost ones have ended. */
  refresh_repeated: 'REFRESH_TOKEN',
} as const;

export type UserEvent = keyof typeof USER_EVENTS;

/**
 * What can create an account: a link or its code, such a link with a referral code, an invitation, the first sign-in through an identity
 * provider, or a link that a backend requested.
 */
export type RegistrationMethod = 'link' | 'referral' | 'invitation' | 'provider' | 'backend';

/** The detail with the event's name. */
export const USER_EVENT_DETAIL = 'linkgate';
