/** Removes an account from the device that a browser is recognised as. */
import type { KeycloakSession } from 'keycloak';
import { forgetAccount } from '../device/remember.ts';
import { requireRealm } from '../keycloak/realm.ts';
import { endOfDevice } from './refresh-tokens.ts';

/** Forgets an account on this device, and ends the refresh tokens of its sign-ins here; false if the device didn't remember it. */
export function forgetOnThisDevice(session: KeycloakSession, userId: string): boolean {
  const row = forgetAccount(session, userId);
  if (row === null) return false;
  const user = session.users().getUserById(requireRealm(session), userId);
  if (user !== null) endOfDevice(session, user, row);
  return true;
}
