/** The comparison code that approves a cross-device sign-in: an HMAC of the requesting browser's key. It is stored nowhere. */
import type { KeycloakSession } from 'keycloak';
import { bytesOf } from '../../platform/engine/bytes.ts';
import { COMPARISON_CODE_LENGTH } from './typed-comparison-code.ts';

const SignatureProvider = Java.type('org.keycloak.crypto.SignatureProvider');

/** The number of possible comparison codes. */
const VALUES = 10 ** COMPARISON_CODE_LENGTH;

/** The number of HMAC bytes used: enough to make all values practically equally likely. */
const BYTES = 6;

/** The realm's internal key, which also signs its tokens. */
const ALGORITHM = 'HS512';

/** Computes the comparison code for a cross-device key. */
export function comparisonCodeOf(session: KeycloakSession, key: string): string {
  const text = bytesOf(`comparison code ${key}`);
  const mac = session.getProvider(SignatureProvider.class, ALGORITHM).signer().sign(text);
  let number = 0;
  for (let i = 0; i < BYTES; i++) number = number * 256 + (Number(mac[i]) & 0xff);
  return String(VALUES + (number % VALUES)).slice(1);
}
