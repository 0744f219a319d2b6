/** Removes an account from a device that remembers it. */
import type { KeycloakSession, UserModel } from 'keycloak';
import { forgetAccount } from '../device/remember.ts';
import { deleteDevice } from '../device/rows.ts';
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

/** Forgets an account on one of its devices, by the row's identifier, and ends the refresh tokens of its sign-ins there; false if there is no such row. */
export function forgetDeviceOf(session: KeycloakSession, user: UserModel, row: string): boolean {
  if (!deleteDevice(session, requireRealm(session).getId(), user.getId(), row)) return false;
  endOfDevice(session, user, row);
  return true;
}
