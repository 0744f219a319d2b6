/** The key of an address in what is stored of emails: a hash under a key of the realm's, from which nobody without it can tell the address. */
import type { KeycloakSession } from 'keycloak';
import { normaliseOnServer } from '../../accounts/address/idn.ts';
import { sha256 } from '../../platform/engine/bytes.ts';
import { keyedHash } from '../../platform/keycloak/keyed-hash.ts';

/** The key of an address in the session's realm, however it is written. */
export function addressKey(session: KeycloakSession, email: string): string {
  return sha256(keyedHash(session, `email ${normaliseOnServer(email) ?? email}`));
}
