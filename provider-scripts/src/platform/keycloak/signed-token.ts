/** Tokens that a realm signs for itself: JWTs under its internal HMAC key, each kind with its own type and audience. */
import type { KeycloakSession } from 'keycloak';
import type { JsonValue } from '../engine/json-value.ts';
import { baseUrl } from './base-url.ts';

const Tokens = Java.type('org.linkgate.host.Tokens');

/** The only algorithm: the one of Keycloak's internal tokens. */
const ALGORITHM = 'HS512';

/** The longest token that is accepted, in characters. */
const MAX_TOKEN_LENGTH = 16_384;

/** Prevents one kind of token from being used as another. */
export interface TokenKind {
  /** The header's `typ`. */
  type: string;
  /** The path below the realm that `aud` names; null for a token that is short: the key is the realm's own, and the type names its one use. */
  audience: string | null;
}

/** The claims `iss` and `aud` of a kind; absent in a short token. */
function ownClaims(session: KeycloakSession, { audience }: TokenKind): { iss?: string; aud?: string } {
  // A thread that serves no request may have no address.
  if (audience === null) return {};
  const issuer = baseUrl(session);
  return { iss: issuer, aud: `${issuer}/${audience}` };
}

/** Signs the claims, with the realm as issuer unless the token is short. */
export function signToken(
  session: KeycloakSession,
  kind: TokenKind,
  claims: { readonly [name: string]: JsonValue | undefined },
): string {
  const payload = JSON.stringify({ ...ownClaims(session, kind), ...claims });
  return Tokens.sign(session, ALGORITHM, kind.type, payload);
}

/** Returns the claims of a token of this kind that this realm signed, or null. The caller must check its expiry. */
export function readToken(
  session: KeycloakSession,
  kind: TokenKind,
  token: string,
): Record<string, unknown> | null {
  if (token.length > MAX_TOKEN_LENGTH || !/^[\w-]+\.[\w-]+\.[\w-]+$/.test(token)) return null;
  try {
    const payload = Tokens.verified(session, ALGORITHM, kind.type, token);
    if (payload === null) return null;
    const claims = JSON.parse(payload) as Record<string, unknown>;
    const { iss, aud } = ownClaims(session, kind);
    return claims.iss === iss && claims.aud === aud ? claims : null;
  } catch {
    // A token that can't be parsed or verified isn't ours.
    return null;
  }
}
