/** Remembers accounts on a device after their links were used there, and forgets them. */
import type { KeycloakSession } from 'keycloak';
import { browserOf } from '../../http/request/browser.ts';
import type { UserAgent } from '../../http/request/user-agent.ts';
import { inRetriedTransaction } from '../../platform/database/sql.ts';
import { currentTime } from '../../platform/engine/clock.ts';
import { deviceKey, newDeviceKey, setDeviceCookie } from './cookie.ts';
import {
  deleteFromDevice,
  insertOnDevice,
  isOnDevice,
  listDeviceAccounts,
  moveDevice,
  type RememberedAccount,
} from './rows.ts';

/** A device with its new identifier. */
export interface NewDevice {
  /** The key of its existing rows; null for a browser that isn't recognised. */
  before: string | null;
  key: string;
  token: string;
  agent: UserAgent;
}

/**
 * Generates a new identifier for this device at `now` (Unix seconds): an attacker who planted the previous one doesn't see the account that is
 * remembered next. Nothing changes before `sendDeviceCookie`.
 */
export function newDevice(session: KeycloakSession, now: number): NewDevice {
  return { before: deviceKey(session, now), ...newDeviceKey(session, now), agent: browserOf(session) };
}

/**
 * Remembers an account on a device, in the current transaction.
 *
 * @param isNoticeDue whether the account is to be told if the device didn't remember it
 */
export function rememberAccount(
  own: KeycloakSession,
  device: NewDevice,
  userId: string,
  isNoticeDue: boolean,
  now: number,
): RememberedAccount {
  const { before, key, agent } = device;
  if (before === null) return insertOnDevice(own, { key, agent }, userId, isNoticeDue, now);
  return moveDevice(own, before, { key, agent }, userId, isNoticeDue, now);
}

/** Sends the identifier to the browser, after its rows are committed. */
export function sendDeviceCookie(session: KeycloakSession, device: NewDevice): void {
  setDeviceCookie(session, device.token);
}

/** What a device remembered of an account. */
export interface OnThisDevice {
  /** The key of the device's rows. */
  key: string;
  /** The row's identifier. */
  id: string;
  lastUsedAt: number;
}

/** Removes an account from this device; returns what was there, or null if it wasn't. */
export function forgetAccount(session: KeycloakSession, userId: string): OnThisDevice | null {
  const now = currentTime();
  const key = deviceKey(session, now);
  if (key === null) return null;
  const row = listDeviceAccounts(session, key, now).find((one) => one.userId === userId);
  if (!deleteFromDevice(session, key, userId) || row === undefined) return null;
  return { key, id: row.id, lastUsedAt: row.lastUsedAt };
}

/**
 * Remembers an account again as before, in a new row: what belonged to the old one has ended. False if this browser isn't that device any more. As
 * for any other new row, the account is told of the device once a sign-in is completed there.
 */
export function rememberAgain(
  session: KeycloakSession,
  userId: string,
  { key, lastUsedAt }: Pick<OnThisDevice, 'key' | 'lastUsedAt'>,
  isNoticeDue: boolean,
): boolean {
  const now = currentTime();
  if (deviceKey(session, now) !== key) return false;
  const agent = browserOf(session);
  inRetriedTransaction(session, (own) => {
    if (!isOnDevice(own, key, userId, now))
      insertOnDevice(own, { key, agent }, userId, isNoticeDue, lastUsedAt);
  });
  return true;
}
