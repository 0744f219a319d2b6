/** Devices in the database: a row for each account of a device, by the hash of the device's identifier. */
import type { KeycloakSession } from 'keycloak';
import type { UserAgent } from '../../http/request/user-agent.ts';
import { numberOrNull, textOrNull } from '../../platform/database/cells.ts';
import { deleterOfUser } from '../../platform/database/delete-rows.ts';
import { newRowId } from '../../platform/database/row-id.ts';
import { execute, insert, select } from '../../platform/database/sql.ts';
import { realmIdOf } from '../../platform/keycloak/realm.ts';
import {
  accountsBeyondLimit,
  DEVICE_LIFETIME_SECONDS,
  type DevicePasskey,
  type DeviceRow,
} from './device.ts';
import { NOTICE_DUE, type NoticedDevice } from './new-device.ts';

export interface RememberedAccount {
  /** The row's identifier. */
  id: string;
  /** Whether the account is to be told of this device once a sign-in is completed. */
  isNoticeDue: boolean;
}

type AccountOnDevice = DeviceRow & RememberedAccount;

/** Lists the accounts of a device at `now` (Unix seconds), the most recently used first. */
export function listDeviceAccounts(
  session: KeycloakSession,
  deviceKey: string,
  now: number,
): AccountOnDevice[] {
  const sql =
    'SELECT USER_ID, LAST_USED_AT, ID, NOTICE FROM LINKGATE_DEVICE WHERE DEVICE_KEY = ?1 AND REALM_ID = ?2 AND EXPIRES_AT > ?3 ORDER BY LAST_USED_AT DESC, USER_ID';
  return select(session, sql, [deviceKey, realmIdOf(session), now]).map((row) => ({
    userId: String(row[0]),
    lastUsedAt: Number(row[1]),
    id: String(row[2]),
    isNoticeDue: row[3] === NOTICE_DUE,
  }));
}

/** Whether a device remembers an account at `now` (Unix seconds). */
export function isOnDevice(
  session: KeycloakSession,
  deviceKey: string,
  userId: string,
  now: number,
): boolean {
  return listDeviceAccounts(session, deviceKey, now).some((row) => row.userId === userId);
}

/** Whether a device still remembers an account, by the row's identifier. */
export function hasDevice(session: KeycloakSession, userId: string, id: string): boolean {
  const sql = 'SELECT ID FROM LINKGATE_DEVICE WHERE ID = ?1 AND REALM_ID = ?2 AND USER_ID = ?3';
  return select(session, sql, [id, realmIdOf(session), userId]).length > 0;
}

/** A device that remembers an account; times are Unix seconds. */
export interface DeviceOfUser extends UserAgent {
  id: string;
  lastUsedAt: number;
  expiresAt: number;
}

/** Lists the devices that remember an account at `now` (Unix seconds), the most recently used first, at most `max`. */
export function listDevicesOfUser(
  session: KeycloakSession,
  userId: string,
  now: number,
  max: number,
): DeviceOfUser[] {
  const sql =
    'SELECT ID, LAST_USED_AT, EXPIRES_AT, BROWSER, SYSTEM_NAME FROM LINKGATE_DEVICE WHERE REALM_ID = ?1 AND USER_ID = ?2 AND EXPIRES_AT > ?3 ORDER BY LAST_USED_AT DESC, ID DESC FETCH FIRST ?4 ROWS ONLY';
  return select(session, sql, [realmIdOf(session), userId, now, max]).map((row) => ({
    id: String(row[0]),
    lastUsedAt: Number(row[1]),
    expiresAt: Number(row[2]),
    browser: textOrNull(row[3]),
    system: textOrNull(row[4]),
  }));
}

/** Removes an account from a device, by the row's identifier; false if there is no such row. */
export function deleteDevice(session: KeycloakSession, userId: string, id: string): boolean {
  const sql = 'DELETE FROM LINKGATE_DEVICE WHERE ID = ?1 AND REALM_ID = ?2 AND USER_ID = ?3';
  return execute(session, sql, [id, realmIdOf(session), userId]) > 0;
}

/** Returns what a device remembers of an account's passkey, by the row's identifier; null if there is no such row. */
export function devicePasskey(session: KeycloakSession, userId: string, id: string): DevicePasskey | null {
  const sql =
    'SELECT PASSKEY, PASSKEY_OFFERS, PASSKEY_OFFERED_AT, PASSKEY_RP_ID FROM LINKGATE_DEVICE WHERE ID = ?1 AND REALM_ID = ?2 AND USER_ID = ?3';
  const [row] = select(session, sql, [id, realmIdOf(session), userId]);
  if (row === undefined) return null;
  return {
    state: textOrNull(row[0]) as DevicePasskey['state'],
    offers: Number(row[1]),
    offeredAt: numberOrNull(row[2]),
    rpId: textOrNull(row[3]),
  };
}

/** Counts an offer of a passkey at `now` (Unix seconds). */
export function countPasskeyOffer(session: KeycloakSession, id: string, now: number): void {
  const sql =
    'UPDATE LINKGATE_DEVICE SET PASSKEY_OFFERS = PASSKEY_OFFERS + 1, PASSKEY_OFFERED_AT = ?1 WHERE ID = ?2 AND REALM_ID = ?3';
  execute(session, sql, [now, id, realmIdOf(session)]);
}

/** Remembers that a device has a passkey of the account for an RP ID, or is to have none. Later offers are counted anew. */
export function storePasskeyState(
  session: KeycloakSession,
  realmId: string,
  id: string,
  state: { rpId: string } | 'declined',
): void {
  const sql =
    "UPDATE LINKGATE_DEVICE SET PASSKEY = ?1, PASSKEY_RP_ID = NULLIF(?2, ''), PASSKEY_OFFERS = 0 WHERE ID = ?3 AND REALM_ID = ?4";
  const values = state === 'declined' ? ['declined', ''] : ['exists', state.rpId];
  execute(session, sql, [...values, id, realmId]);
}

/** Forgets that a device is to have none, so that one is offered again. */
export function forgetPasskeyState(session: KeycloakSession, realmId: string, id: string): void {
  const sql =
    "UPDATE LINKGATE_DEVICE SET PASSKEY = NULL, PASSKEY_OFFERS = 0, PASSKEY_OFFERED_AT = NULL WHERE ID = ?1 AND REALM_ID = ?2 AND PASSKEY = 'declined'";
  execute(session, sql, [id, realmId]);
}

/** A device's new identifier, and the browser that has it. */
interface StoredDevice {
  key: string;
  agent: UserAgent;
}

/**
 * Moves a device's accounts to its new identifier, with an account that was used at `now` (Unix seconds); removes the least recently used if there
 * are too many.
 *
 * @param isNoticeDue of an account that the device doesn't remember
 */
export function moveDevice(
  session: KeycloakSession,
  from: string,
  to: StoredDevice,
  userId: string,
  isNoticeDue: boolean,
  now: number,
): RememberedAccount {
  const sql =
    "UPDATE LINKGATE_DEVICE SET DEVICE_KEY = ?1, LAST_USED_AT = CASE USER_ID WHEN ?2 THEN ?3 ELSE LAST_USED_AT END, EXPIRES_AT = CASE USER_ID WHEN ?2 THEN ?4 ELSE EXPIRES_AT END, BROWSER = NULLIF(?7, ''), SYSTEM_NAME = NULLIF(?8, '') WHERE DEVICE_KEY = ?5 AND REALM_ID = ?6";
  const { key, agent } = to;
  const expiresAt = now + DEVICE_LIFETIME_SECONDS;
  const names = [agent.browser ?? '', agent.system ?? ''];
  const moved = execute(session, sql, [key, userId, now, expiresAt, from, realmIdOf(session), ...names]);
  const rows = moved === 0 ? [] : listDeviceAccounts(session, key, now);
  const known = rows.find((row) => row.userId === userId);
  const remembered = known ?? insertOnDevice(session, to, userId, isNoticeDue, now);
  for (const old of accountsBeyondLimit(rows, userId)) deleteFromDevice(session, key, old);
  return remembered;
}

/** Adds an account to a device that doesn't have it. */
export function insertOnDevice(
  session: KeycloakSession,
  { key, agent }: StoredDevice,
  userId: string,
  isNoticeDue: boolean,
  now: number,
): RememberedAccount {
  const id = newRowId();
  insert(session, 'LINKGATE_DEVICE', {
    ID: id,
    DEVICE_KEY: key,
    REALM_ID: realmIdOf(session),
    USER_ID: userId,
    BROWSER: agent.browser,
    SYSTEM_NAME: agent.system,
    LAST_USED_AT: now,
    EXPIRES_AT: now + DEVICE_LIFETIME_SECONDS,
    NOTICE: isNoticeDue ? NOTICE_DUE : null,
  });
  return { id, isNoticeDue };
}

/** Takes a device's due notice, so that no other sign-in sends it; false if none is due any longer. */
export function takeDueNotice(
  session: KeycloakSession,
  userId: string,
  id: string,
  { notice, network }: { notice: string; network: string },
): boolean {
  const sql =
    "UPDATE LINKGATE_DEVICE SET NOTICE = ?1, NOTICE_NETWORK = ?2 WHERE ID = ?3 AND REALM_ID = ?4 AND USER_ID = ?5 AND NOTICE = 'due'";
  return execute(session, sql, [notice, network, id, realmIdOf(session), userId]) > 0;
}

/** Makes a notice that wasn't sent due again. */
export function returnNotice(session: KeycloakSession, userId: string, notice: string): boolean {
  const sql =
    "UPDATE LINKGATE_DEVICE SET NOTICE = 'due', NOTICE_NETWORK = NULL WHERE REALM_ID = ?1 AND USER_ID = ?2 AND NOTICE = ?3";
  return execute(session, sql, [realmIdOf(session), userId, notice]) > 0;
}

/** Lists the devices in a network (its hash) of which an account was told, and which it has used since a time (Unix seconds). */
export function listNoticed(
  session: KeycloakSession,
  userId: string,
  network: string,
  since: number,
): NoticedDevice[] {
  const sql =
    "SELECT NOTICE, BROWSER, SYSTEM_NAME FROM LINKGATE_DEVICE WHERE REALM_ID = ?1 AND USER_ID = ?2 AND NOTICE_NETWORK = ?3 AND LAST_USED_AT >= ?4 AND NOTICE <> 'due'";
  return select(session, sql, [realmIdOf(session), userId, network, since]).map((row) => ({
    notice: String(row[0]),
    browser: textOrNull(row[1]),
    system: textOrNull(row[2]),
  }));
}

/** Lists the identifiers of the devices that a notice is about, with the browser's and system's names. */
export function devicesOfNotice(
  session: KeycloakSession,
  userId: string,
  notice: string,
): (UserAgent & { id: string })[] {
  const sql =
    'SELECT ID, BROWSER, SYSTEM_NAME FROM LINKGATE_DEVICE WHERE REALM_ID = ?1 AND USER_ID = ?2 AND NOTICE = ?3 ORDER BY ID';
  return select(session, sql, [realmIdOf(session), userId, notice]).map((row) => ({
    id: String(row[0]),
    browser: textOrNull(row[1]),
    system: textOrNull(row[2]),
  }));
}

/** Removes an account from a device; false if it wasn't there. */
export function deleteFromDevice(session: KeycloakSession, deviceKey: string, userId: string): boolean {
  const sql = 'DELETE FROM LINKGATE_DEVICE WHERE DEVICE_KEY = ?1 AND REALM_ID = ?2 AND USER_ID = ?3';
  return execute(session, sql, [deviceKey, realmIdOf(session), userId]) > 0;
}

/** Removes an account from all devices; false if some are left. */
export const deleteDevicesOfUser = deleterOfUser('LINKGATE_DEVICE');
