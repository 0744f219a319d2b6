/** What a magic link is: the claims its token carries and the row that stands behind it (contract, section 2.6). */

/** How long after its end a link's page can say why it no longer works (contract, section 2.6). */
export const LINK_KEPT_SECONDS = 86_400;

/** What can become of a link: a revoked one may have been emailed, after whoever requested it was told that it wasn't. */
export type LinkState = 'issued' | 'used' | 'superseded' | 'revoked';

/** The claims of a link's token, besides `iss` and `aud`. Times are Unix seconds. */
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

/** Who requested a link that was returned. */
export interface BackendRequester {
  /** The account, its realm and the client that the call came by, by Keycloak's identifiers. */
  by: string;
  realm: string;
  client: string;
}

/** What a link returned to a backend may do: sign in one account, as it was when the permission for that was checked. */
export interface GivenBack extends BackendRequester {
  /** The account; null where the address had none. */
  account: string | null;
  /** Whether it could administer then. */
  administers: boolean;
}

/** What became of signing in where a link was requested, by digits that are typed where it is opened. */
export type CrossDeviceState = 'open' | 'approved' | 'claimed' | 'ended' | 'revoked';

/** A link's cross-device sign-in. */
export interface CrossDevice {
  /** What the browser that waits is known by: a hash of its cookie, the requesting tab and the address. */
  key: string;
  state: CrossDeviceState;
  /** When the right digits were typed, in Unix seconds; null before that. */
  approvedAt: number | null;
}

/** Who requested it, as shown to the user where a link is opened. */
export interface Requester {
  /** The requesting tab, as Keycloak called it when it began. */
  tab: string;
  /** Each from a closed list of names; null for any other. */
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
  /** The referral code that was given, hashed. */
  referral?: string;
  /** The execution of the flow whose page requested it, if one did. */
  step?: string;
  /** The browser tab that requested it, if one did: Keycloak's root authentication session and tab. */
  requestedBy?: { root: string; tab: string };
  /** Who requested it, if a browser did that the link can be approved to. */
  requester?: Requester;
  /** Where the request came from, hashed; only present if links are bound to that. */
  network?: string;
  /** Only present if the link was returned: it proves nothing about who opens it. */
  givenBack?: GivenBack;
  /** Whether it leads to where the client begins a request of its own, or to its home page, as for somebody who was invited; only there where it does. */
  lands?: true;
  /** Whether the client starts its own request once the link was used; only present if it does. */
  initiates?: true;
}

/** A link as the database has it; it never holds the token. Times are Unix seconds. */
export interface LinkRow {
  jti: string;
  clientUuid: string;
  /** Normalised. */
  email: string;
  /** The account the address belonged to when the link was requested, or null. */
  userId: string | null;
  state: LinkState;
  issuedAt: number;
  expiresAt: number;
  request: LinkRequest;
  /** Null for a link that only signs in where it is opened. */
  crossDevice: CrossDevice | null;
}

/** The part of a link from which a waiting tab learns what became of it. */
export interface AwaitedLink extends Pick<LinkRow, 'state' | 'issuedAt' | 'expiresAt' | 'crossDevice'> {
  /** How often the code sent with it may still be typed; null where there is none. */
  codeTriesLeft: number | null;
}
