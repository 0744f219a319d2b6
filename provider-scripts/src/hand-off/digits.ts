/** The digits that bring a sign-in back to where it was asked for: an HMAC of what the browser that waits is known by, stored nowhere. */
import type { KeycloakSession } from 'keycloak';
import { HAND_OFF_DIGITS } from './typed-digits.ts';

const HashUtils = Java.type('org.keycloak.jose.jws.crypto.HashUtils');
const JavaString = Java.type('java.lang.String');
const SignatureProvider = Java.type('org.keycloak.crypto.SignatureProvider');
const StandardCharsets = Java.type('java.nio.charset.StandardCharsets');

/** How many different ones there are. */
const VALUES = 10 ** HAND_OFF_DIGITS;

/** Whole bytes of the HMAC that are used, so many that none of the values is likelier than another by anything that matters. */
const BYTES = 6;

/** The realm's internal key, as for what it signs. */
const ALGORITHM = 'HS512';

/** What a browser that waits for a link in a tab is known by: a SHA-256 of the three, base64url. */
export function handOffKey(browserKey: string, tab: string, email: string): string {
  return HashUtils.sha256UrlEncodedHash(`${browserKey} ${tab} ${email}`, StandardCharsets.UTF_8);
}

/** The digits for that. */
export function digitsOf(session: KeycloakSession, key: string): string {
  const text = new JavaString(`hand-off digits ${key}`).getBytes(StandardCharsets.UTF_8);
  const mac = session.getProvider(SignatureProvider.class, ALGORITHM).signer().sign(text);
  let number = 0;
  for (let i = 0; i < BYTES; i++) number = number * 256 + (Number(mac[i]) & 0xff);
  return String(VALUES + (number % VALUES)).slice(1);
}
