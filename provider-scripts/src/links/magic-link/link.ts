/** Types of a magic link: the claims in its token and its database row (contract, section 2.6). */

import type { AloneKind } from './one-time-code.ts';

/** How long, in seconds, an expired link's row is retained, so that its page can say why it no longer works (contract, section 2.6). */
export const LINK_RETENTION_SECONDS = 86_400;

/**
 * The states of a link. A revoked link may have been emailed although its requester got an error. A line of a list is `waiting` until its link
 * is issued, and `failed` if none was.
 */
export type LinkState = 'waiting' | 'issued' | 'used' | 'superseded' | 'revoked' | 'failed';

/**
 * Why a line of a list got no link: its account, its client, the rest of its request, the rights of its requester, the limit of its address,
 * or its email.
 */
export type LineFailure = 'account' | 'client' | 'request' | 'rights' | 'limit' | 'email';

/** The claims of a link's token. Times are Unix seconds. */
export interface LinkClaims {
  email: string;
  client_id: string;
  redirect_uri: string;
  state?: string;
  nonce?: string;
  exp: number;
  iat: number;
  jti: string;
}

/** The requester of a link that was returned to a backend. */
export interface BackendRequester {
  /** Keycloak's identifiers of the calling account, its realm and its client. */
  userId: string;
  realm: string;
  client: string;
}

/** What a requester's permission came from, when it was checked: it ends with that. */
export interface RequesterGrant extends BackendRequester {
  /** When the permission was checked, in Unix seconds. */
  issuedAt: number;
  /** A hash of the credentials that the requester's client had then, under the realm's internal key. */
  credentialsKey: string;
}

/** The grant of a link returned to a backend: it signs in one account, if that account is unchanged since the permission was checked. */
export interface ReturnGrant extends RequesterGrant {
  /** The account; null if the address had none. */
  account: string | null;
  /** Whether the account had an administrator's role then. */
  administers: boolean;
  /** Only present if the link is valid for more than a day, which needs a role of its own. */
  isLong?: true;
}

/** The states of a cross-device sign-in: the comparison code is typed where the link is opened. */
export type CrossDeviceState = 'open' | 'approved' | 'claimed' | 'ended' | 'revoked';

/** A link's cross-device sign-in. */
export interface CrossDevice {
  /** Identifies the requesting browser: a hash of its cookie, the tab and the address. */
  key: string;
  state: CrossDeviceState;
  /** When the correct comparison code was typed, in Unix seconds; null before that. */
  approvedAt: number | null;
}

/** The requesting browser, as shown to the user where the link is opened. */
export interface Requester {
  /** The requesting tab: the identifier that Keycloak first gave it. */
  tab: string;
  /** Both from a closed list of names; null for any other. */
  browser: string | null;
  system: string | null;
  /** The IPv4 address, or the IPv6 /64. */
  network: string;
}

/** The authorization request that a link carries. */
export interface LinkRequest {
  redirectUri: string;
  /** Keycloak's client notes of the request: `scope`, `state`, `nonce`, `code_challenge`, … */
  notes: Record<string, string>;
  /** The hash of the referral code, if the request had one. */
  referral?: string;
  /** The execution of the flow whose page requested it, if one did. */
  step?: string;
  /** The browser tab that requested it, if one did: Keycloak's root authentication session and tab. */
  requestedBy?: { root: string; tab: string };
  /** The requesting browser, if the link can be approved for a cross-device sign-in there. */
  requester?: Requester;
  /** The hash of the requester's network; only present if links are bound to it. */
  network?: string;
  /** Only present if a backend requested it. */
  byBackend?: true;
  /** Only present if the link was returned to a backend: opening it does not prove control of the address. */
  returnGrant?: ReturnGrant;
  /** Only present if the link leads to the client's initiate login URI or home page, as for an invited user. */
  lands?: true;
  /** Only present if the client starts its own authorization request after the link was used. */
  initiates?: true;
  /** Only present if a step in a stock realm sent it, or one after an identity provider. */
  ofStep?: StepRequest;
  /** Only present in a stock realm, if the link of a backend creates an account for an address that has none. */
  create?: NewAccount;
  /** Only present if it is stored once under an identifier of its own: a hash of what was requested, by a backend with an idempotency key. */
  requestKey?: string;
  /** Only present in a stock realm, if it accepts an invitation: the key of the invitation's token. That of a button, which was never sent, is for an address without an account. */
  invitation?: string;
  /** Only present if its email has a one-time code and no link. */
  code?: AloneKind;
  /** Only present in a line of a list that has no link yet: for whom it will be; the rest of its request is the list's. */
  line?: LineUser;
}

/** How a backend names a user. */
export const USER_FIELDS = ['email', 'username', 'user_id'] as const;

export interface GivenUser {
  field: (typeof USER_FIELDS)[number];
  value: string;
}

/** The user of a line, with the values of the list's template and the languages of the email, if they are given. */
export interface LineUser {
  user: GivenUser;
  values: Readonly<Record<string, string>>;
  locales: string | null;
}

/** An account that a link creates. */
interface NewAccount {
  /** Keycloak's ids of what the user has to do at the first sign-in. */
  requiredActions: readonly string[];
}

/** What a link of such a step carries besides the request. */
export interface StepRequest {
  /** Keycloak's path of the flow that the step is in: `authenticate`, `reset-credentials`, `first-broker-login`, … */
  flowPath: string;
  /** The protocol of the request. */
  protocol: string;
  /** The conditions that the flow has found to hold, such as one for a level of authentication: Keycloak's ids of their executions. */
  conditions: readonly string[];
  /** Only present if the link was never sent, as its recipient can't sign in by it. */
  withheld?: true;
  /** Only present if its user ticked *Remember me*. */
  rememberMe?: true;
  /** Only present after an identity provider: the alias of the one that the user comes from. */
  provider?: string;
}

/** A link's database row, which never contains the token. Times are Unix seconds. */
export interface LinkRow {
  jti: string;
  clientUuid: string;
  /** Normalised; empty for an account of a stock realm that has none, whose link a backend requested. */
  email: string;
  /** The account that the address belonged to when the link was requested, or null. */
  userId: string | null;
  state: LinkState;
  issuedAt: number;
  expiresAt: number;
  request: LinkRequest;
  /** Null for a link that only signs in the browser that opens it. */
  crossDevice: CrossDevice | null;
  /** The list that it is a line of; null for none. */
  batchId: string | null;
  /** Only of a failed one. */
  failure: LineFailure | null;
}

/** The part of a link that a waiting tab's poll needs. */
export interface AwaitedLink extends Pick<LinkRow, 'state' | 'issuedAt' | 'expiresAt' | 'crossDevice'> {
  /** How many attempts remain for the one-time code; null if the link has none. */
  codeTriesLeft: number | null;
}
