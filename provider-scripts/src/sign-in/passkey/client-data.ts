/** What a browser returns for a new passkey, as far as it is read before Keycloak verifies it. */
import { textOf } from '../../platform/engine/bytes.ts';
import { parseUntrustedJson } from '../../platform/engine/json.ts';

const Base64Url = Java.type('org.keycloak.common.util.Base64Url');

/** Reads a field of a form. */
type Field = (name: string) => string;

/** Whether the form has an authenticator's response. */
export function isFromAuthenticator(field: Field): boolean {
  return field('clientDataJSON') !== '' && field('attestationObject') !== '';
}

/**
 * Whether the client data (WebAuthn) answers the challenge of this tab. What doesn't is rejected by Keycloak, and causes no
 * email.
 */
export function isForChallenge(field: Field, challenge: string | null): boolean {
  if (challenge === null) return false;
  try {
    const data = parseUntrustedJson(textOf(Base64Url.decode(field('clientDataJSON'))));
    return typeof data === 'object' && data !== null && 'challenge' in data && data.challenge === challenge;
  } catch {
    return false;
  }
}
