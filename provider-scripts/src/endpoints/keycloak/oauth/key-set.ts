/** The public key set: RS256 signature keys with their public members (contract, section 2.2). */
import type { JsonValue } from '../../../platform/engine/json-value.ts';

/** A JSON Web Key as Keycloak writes it. */
export type Jwk = Record<string, JsonValue>;

const MEMBERS = ['kty', 'use', 'kid', 'n', 'e', 'alg'] as const;

/** The published part of a realm's public keys. */
export function keySet(keys: readonly Jwk[]): { keys: Jwk[] } {
  return {
    keys: keys
      .filter((key) => key.kty === 'RSA' && key.use === 'sig' && key.alg === 'RS256')
      .map((key) => Object.fromEntries(MEMBERS.map((member) => [member, key[member] ?? null] as const))),
  };
}
