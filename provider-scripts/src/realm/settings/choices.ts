/** Values of settings that pages and rules know by name. */

/** How long a link can be used (contract, section 2.6). */
export const LINK_LIFETIME_SECONDS = { default: 900, min: 60, max: 86_400 } as const;

/** The longest that a link of a backend may be valid in a stock realm: 30 days. */
export const LONG_LINK_LIFETIME_SECONDS = 2_592_000;

/** An administrator's decisions about a client. `suspended`: it was approved; users and the client see no difference from `pending`. */
export const APPROVALS = ['pending', 'approved', 'suspended', 'rejected', 'deleted'] as const;
export type Approval = (typeof APPROVALS)[number];

/** When a client's users need a second factor: never; if the request asks for level 2 (`acr_values`, `claims`); always. */
export const SECOND_FACTOR_MODES = ['none', 'on-request', 'always'] as const;
export type SecondFactor = (typeof SECOND_FACTOR_MODES)[number];

/** When who causes an email has to solve a challenge first; the strictest value is last. */
export const SHIELD_MODES = ['off', 'suspicious', 'always'] as const;
export type ShieldMode = (typeof SHIELD_MODES)[number];

/** What the shield asks for while its service fails: its own proof of work, that nobody causes an email, or nothing. */
export const SHIELD_FAILURES = ['proof-of-work', 'closed', 'open'] as const;

/** The most hashes that a challenge takes: iterations of PBKDF2 with SHA-256; half as many on average. */
export const SHIELD_HASHES = { default: 1_000_000, min: 10_000, max: 20_000_000 } as const;

/** What the rules for sign-up decide about beside the accounts that users create themselves, if the realm says so. */
export const SIGN_UP_INCLUDABLES = ['invitations', 'backends', 'sign-ins', 'address-changes'] as const;
export type SignUpIncludable = (typeof SIGN_UP_INCLUDABLES)[number];

/** What may reject an address: an entry that denies it, that no entry allows it, or a disposable domain. */
export const SIGN_UP_RULES = ['denied', 'unlisted', 'disposable'] as const;
export type SignUpRule = (typeof SIGN_UP_RULES)[number];

/** What rejects an address at Keycloak: one of these, or that Linkgate can send it no email. */
export type RejectingRule = SignUpRule | 'invalid';

/** The longest address of a list of disposable domains. */
export const MAX_LIST_ADDRESS = 400;

/** No refresh tokens; those that last as long as the session; those that last for some days after the sign-in. */
export type RefreshTokens = 'off' | 'session' | { readonly days: number };

/** The longest time that refresh tokens last. */
export const MAX_REFRESH_DAYS = 365;

/** How often a device gets an offer. */
export interface OfferSchedule {
  /** At how many sign-ins in a row. */
  readonly count: number;
  /** After how many days again; 0 for never. */
  readonly days: number;
}

/** The longest texts of a branding, in characters. */
export const BRANDING_LIMITS = { logo: 2000, text: 1000, subject: 200, senderName: 100 } as const;
