/** The claims of a link's token: built from its row, and compared with it when the link is used. */
import type { LinkClaims, LinkRow } from './link.ts';

/** Builds the claims for a row; `clientId` is the OAuth client identifier of the row's client. */
export function claimsOf(row: LinkRow, clientId: string): LinkClaims {
  const { state, nonce } = row.request.notes;
  return {
    email: row.email,
    client_id: clientId,
    redirect_uri: row.request.redirectUri,
    ...(state === undefined ? {} : { state }),
    ...(nonce === undefined ? {} : { nonce }),
    exp: row.expiresAt,
    iat: row.issuedAt,
    jti: row.jti,
  };
}

/** All claims are compared: the compiler rejects a table that lacks one. */
export const COMPARED_CLAIMS = {
  email: true,
  client_id: true,
  redirect_uri: true,
  state: true,
  nonce: true,
  exp: true,
  iat: true,
  jti: true,
} as const satisfies Readonly<Record<keyof LinkClaims, true>>;

const NAMES = Object.keys(COMPARED_CLAIMS) as (keyof LinkClaims)[];

/** Returns the names of the claims that differ from the row; empty if the token matches. */
export function differingClaims(claims: Record<string, unknown>, row: LinkRow, clientId: string): string[] {
  const expected = claimsOf(row, clientId);
  return NAMES.filter((name) => claims[name] !== expected[name]);
}
