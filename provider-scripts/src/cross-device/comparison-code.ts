/** The digits that bring a sign-in back to where it was requested: an HMAC of what identifies the waiting browser, stored nowhere. */
import type { KeycloakSession } from 'keycloak';
import { bytesOf } from '../engine/bytes.ts';
import { COMPARISON_CODE_LENGTH } from './typed-comparison-code.ts';

const SignatureProvider = Java.type('org.keycloak.crypto.SignatureProvider');

/** How many different values there are. */
const VALUES = 10 ** COMPARISON_CODE_LENGTH;

/** The number of bytes of the HMAC that are used: enough for the values to be equally likely for all practical purposes. */
const BYTES = 6;

/** The realm's internal key, which also signs its tokens. */
const ALGORITHM = 'HS512';

/** The digits for it. */
export function comparisonCodeOf(session: KeycloakSession, key: string): string {
  const text = bytesOf(`cross-device digits ${key}`);
  const mac = session.getProvider(SignatureProvider.class, ALGORITHM).signer().sign(text);
  let number = 0;
  for (let i = 0; i < BYTES; i++) number = number * 256 + (Number(mac[i]) & 0xff);
  return String(VALUES + (number % VALUES)).slice(1);
}
