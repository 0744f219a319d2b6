/** The link's token: a JWT under the realm's internal HMAC key, so that it can't pass as any other token (design, section 3). */
import type { KeycloakSession } from 'keycloak';
import { baseUrl } from '../protocol/base-url.ts';
import type { LinkClaims } from './link.ts';

const SignatureProvider = Java.type('org.keycloak.crypto.SignatureProvider');
const JWSBuilder = Java.type('org.keycloak.jose.jws.JWSBuilder');
const JWSInput = Java.type('org.keycloak.jose.jws.JWSInput');
const JavaString = Java.type('java.lang.String');
const StandardCharsets = Java.type('java.nio.charset.StandardCharsets');

/** The one algorithm, that of Keycloak's internal tokens. */
const ALGORITHM = 'HS512';
const TYPE = 'magic-link+jwt';

/** The longest token that is looked at, in characters. */
const MAX_TOKEN_LENGTH = 16_384;

function audience(session: KeycloakSession): string {
  return `${baseUrl(session)}/verify-email`;
}

/** Signs the claims, with the realm as issuer and the endpoint as audience. */
export function signLinkToken(session: KeycloakSession, claims: LinkClaims): string {
  const payload = JSON.stringify({ iss: baseUrl(session), aud: audience(session), ...claims });
  const signer = session.getProvider(SignatureProvider.class, ALGORITHM).signer();
  return new JWSBuilder()
    .type(TYPE)
    .kid(signer.getKid())
    .content(new JavaString(payload).getBytes(StandardCharsets.UTF_8))
    .sign(signer);
}

/** The claims of a token that this realm signed for this endpoint, or null. Expiry is judged by the link's row. */
export function readLinkToken(session: KeycloakSession, token: string): Record<string, unknown> | null {
  if (token.length > MAX_TOKEN_LENGTH || !/^[\w-]+\.[\w-]+\.[\w-]+$/.test(token)) return null;
  try {
    const input = new JWSInput(token);
    const header = input.getHeader();
    const keyId = header.getKeyId();
    if (String(header.getRawAlgorithm()) !== ALGORITHM || header.getType() !== TYPE || !keyId) return null;
    const verifier = session.getProvider(SignatureProvider.class, ALGORITHM).verifier(keyId);
    const signed = new JavaString(input.getEncodedSignatureInput()).getBytes(StandardCharsets.UTF_8);
    if (!verifier.verify(signed, input.getSignature())) return null;
    const claims = JSON.parse(String(new JavaString(input.getContent(), StandardCharsets.UTF_8))) as Record<
      string,
      unknown
    >;
    return claims.iss === baseUrl(session) && claims.aud === audience(session) ? claims : null;
  } catch {
    // Whatever can't be parsed or verified is simply no token of ours.
    return null;
  }
}
