/** Removes an account from a device that remembers it. */
import type { KeycloakSession, UserModel, UserSessionModel } from 'keycloak';
import { currentTime } from '../platform/engine/clock.ts';
import { requireRealm } from '../platform/keycloak/realm.ts';
import { deviceKey } from './device/cookie.ts';
import { forgetAccount, type OnThisDevice } from './device/remember.ts';
import { deleteDevice, listDeviceAccounts } from './device/rows.ts';
import { sessionOfCookie } from './expired-session.ts';
import { endOfDevice, endSession, signOut } from './sign-out.ts';

/** What was forgotten. */
interface Forgotten {
  /** Whether the account was signed in here. */
  wasSignedIn: boolean;
  /** What the device remembered of it; null if nothing. */
  remembered: OnThisDevice | null;
}

/**
 * Forgets an account on this device, and ends its sign-ins here. Returns null if it was neither remembered nor signed in.
 *
 * @param live this browser's session
 */
export function forgetOnThisDevice(
  session: KeycloakSession,
  userId: string,
  live: UserSessionModel | null,
): Forgotten | null {
  const wasSignedIn = live !== null && live.getUser()?.getId() === userId;
  if (wasSignedIn) signOut(session, live);
  const remembered = forgetAccount(session, userId);
  const user = remembered === null ? null : session.users().getUserById(requireRealm(session), userId);
  if (remembered !== null && user !== null) endOfDevice(session, user, remembered.id);
  return wasSignedIn || remembered !== null ? { wasSignedIn, remembered } : null;
}

/** Forgets an account on one of its devices, by the row's identifier, and ends its sign-ins there; false if there is no such row. */
export function forgetDeviceOf(session: KeycloakSession, user: UserModel, row: string): boolean {
  if (!deleteDevice(session, user.getId(), row)) return false;
  endOfDevice(session, user, row);
  return true;
}

/**
 * Ends what sign-ins in this browser have left once their session is gone: refresh tokens that outlive it. The expired session's cookie names
 * them, or the device that remembers the accounts. Returns whether there were some.
 */
export function signOutWithoutSession(session: KeycloakSession): boolean {
  const id = sessionOfCookie(session);
  let ended = id !== null && endSession(session, id);
  const now = currentTime();
  const key = deviceKey(session, now);
  if (key === null) return ended;
  for (const { userId, id: row } of listDeviceAccounts(session, key, now)) {
    const user = session.users().getUserById(requireRealm(session), userId);
    if (user !== null && endOfDevice(session, user, row)) ended = true;
  }
  return ended;
}
