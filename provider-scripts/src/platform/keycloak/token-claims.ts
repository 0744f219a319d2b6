/** The claims of a token that Keycloak has issued or verified. */
import { textOf } from '../engine/bytes.ts';

const JWSInput = Java.type('org.keycloak.jose.jws.JWSInput');

/** Reads a token's claims, without verifying them. */
export function claimsOf<T>(token: string): T {
  return JSON.parse(textOf(new JWSInput(token).getContent())) as T;
}
