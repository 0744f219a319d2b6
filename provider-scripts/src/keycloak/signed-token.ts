/** Tokens that a realm signs for itself: JWTs under its internal HMAC key, each kind with its own type and audience. */
import type { KeycloakSession } from 'keycloak';
import { bytesOf, textOf } from '../engine/bytes.ts';
import type { JsonValue } from '../engine/json-value.ts';
import { baseUrl } from './base-url.ts';

const SignatureProvider = Java.type('org.keycloak.crypto.SignatureProvider');
const JWSBuilder = Java.type('org.keycloak.jose.jws.JWSBuilder');
const JWSInput = Java.type('org.keycloak.jose.jws.JWSInput');

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
  const issuer = baseUrl(session);
  return audience === null ? {} : { iss: issuer, aud: `${issuer}/${audience}` };
}

/** Signs the claims, with the realm as issuer unless the token is short. */
export function signToken(
  session: KeycloakSession,
  kind: TokenKind,
  claims: { readonly [name: string]: JsonValue | undefined },
): string {
  const payload = JSON.stringify({ ...ownClaims(session, kind), ...claims });
  const signer = session.getProvider(SignatureProvider.class, ALGORITHM).signer();
  return new JWSBuilder().type(kind.type).kid(signer.getKid()).content(bytesOf(payload)).sign(signer);
}

/** Returns the claims of a token of this kind that this realm signed, or null. The caller must check its expiry. */
export function readToken(
  session: KeycloakSession,
  kind: TokenKind,
  token: string,
): Record<string, unknown> | null {
  if (token.length > MAX_TOKEN_LENGTH || !/^[\w-]+\.[\w-]+\.[\w-]+$/.test(token)) return null;
  try {
    const input = new JWSInput(token);
    const header = input.getHeader();
    const keyId = header.getKeyId();
    if (String(header.getRawAlgorithm()) !== ALGORITHM || header.getType() !== kind.type || !keyId)
      return null;
    const verifier = session.getProvider(SignatureProvider.class, ALGORITHM).verifier(keyId);
    const signed = bytesOf(input.getEncodedSignatureInput());
    if (!verifier.verify(signed, input.getSignature())) return null;
    const claims = JSON.parse(textOf(input.getContent())) as Record<string, unknown>;
    const { iss, aud } = ownClaims(session, kind);
    return claims.iss === iss && claims.aud === aud ? claims : null;
  } catch {
    // A token that can't be parsed or verified isn't ours.
    return null;
  }
}
