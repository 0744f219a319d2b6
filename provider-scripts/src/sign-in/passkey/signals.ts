/**
 * What browsers are told about passkeys that the server no longer has, so that they stop offering them (WebAuthn, signal methods): one
 * that was used but doesn't exist, or after a removal those that are left. It must be certain, since
 * browsers hide what isn't named: an account of another realm, or of another service of the domain, isn't known here.
 */

import type { KeycloakSession, MultivaluedMap, UserModel } from 'keycloak';
import { bytesOf, textOf } from '../../platform/engine/bytes.ts';
import type { JsonValue } from '../../platform/engine/json-value.ts';
import { requireRealm } from '../../platform/keycloak/realm.ts';
import { allWebAuthnOf, credentialIds } from './credentials.ts';
import { rpIdOf } from './question.ts';

const Base64Url = Java.type('org.keycloak.common.util.Base64Url');

/** The page's attribute, as data attributes of its element: see `passkey-signal.js`. */
export type PasskeySignal = { readonly [name: string]: JsonValue };

/** A credential's identifier, in base64url; it has up to 1023 bytes. */
const CREDENTIAL_ID = /^[\w-]{1,1364}$/;

/** The signal about a passkey that a form has, if its account exists in the realm and doesn't have it; null otherwise. */
export function unknownPasskeySignal(
  session: KeycloakSession,
  form: MultivaluedMap<string, string> | null,
): PasskeySignal | null {
  const credentialId = (form?.getFirst('credentialId') ?? '').replace(/=+$/, '');
  const userId = userIdIn(form?.getFirst('userHandle') ?? '');
  if (!CREDENTIAL_ID.test(credentialId) || userId === null) return null;
  const user = session.users().getUserById(requireRealm(session), userId);
  if (user === null || credentialIds(allWebAuthnOf(user)).includes(credentialId)) return null;
  return { rpId: rpIdOf(session), credentialId };
}

/** The account's identifier, which Keycloak gives to authenticators as the user's handle. */
function userIdIn(handle: string): string | null {
  if (!CREDENTIAL_ID.test(handle)) return null;
  try {
    return textOf(Base64Url.decode(handle));
  } catch {
    return null;
  }
}

/** The signal about the passkeys that an account has now. */
export function remainingPasskeysSignal(session: KeycloakSession, user: UserModel): PasskeySignal {
  return {
    rpId: rpIdOf(session),
    userId: Base64Url.encode(bytesOf(user.getId())),
    accepted: credentialIds(allWebAuthnOf(user)).join(' '),
  };
}
