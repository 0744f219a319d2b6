/** The devices in the database: a row for each account of a device, found by the hash of the device's identifier. */
import type { KeycloakSession } from 'keycloak';
import { execute, insert, select } from '../database/sql.ts';
import { accountsBeyondLimit, DEVICE_LIFETIME_SECONDS, type DeviceRow } from './device.ts';

const KeycloakModelUtils = Java.type('org.keycloak.models.utils.KeycloakModelUtils');

/** The accounts of a device at `now` (Unix seconds), the one used last first. */
export function listDevice(
  session: KeycloakSession,
  realmId: string,
  deviceKey: string,
  now: number,
): DeviceRow[] {
  const sql =
    'SELECT USER_ID, LAST_USED_AT FROM LINKGATE_DEVICE WHERE DEVICE_KEY = ?1 AND REALM_ID = ?2 AND EXPIRES_AT > ?3 ORDER BY LAST_USED_AT DESC, USER_ID';
  return select(session, sql, [deviceKey, realmId, now]).map((row) => ({
    userId: String(row[0]),
    lastUsedAt: Number(row[1]),
  }));
}

/** Moves a device's accounts to the identifier that it has from now on. */
export function moveDevice(session: KeycloakSession, realmId: string, from: string, to: string): void {
  const sql = 'UPDATE LINKGATE_DEVICE SET DEVICE_KEY = ?1 WHERE DEVICE_KEY = ?2 AND REALM_ID = ?3';
  execute(session, sql, [to, from, realmId]);
}

/** Notes that an account was used on a device at `now` (Unix seconds), and takes the oldest off when there are too many. */
export function useOnDevice(
  session: KeycloakSession,
  realmId: string,
  deviceKey: string,
  userId: string,
  now: number,
): void {
  const touched = execute(
    session,
    'UPDATE LINKGATE_DEVICE SET LAST_USED_AT = ?1, EXPIRES_AT = ?2 WHERE DEVICE_KEY = ?3 AND USER_ID = ?4',
    [now, now + DEVICE_LIFETIME_SECONDS, deviceKey, userId],
  );
  if (touched === 0) {
    insert(session, 'LINKGATE_DEVICE', {
      ID: KeycloakModelUtils.generateId(),
      DEVICE_KEY: deviceKey,
      REALM_ID: realmId,
      USER_ID: userId,
      LAST_USED_AT: now,
      EXPIRES_AT: now + DEVICE_LIFETIME_SECONDS,
    });
  }
  for (const old of accountsBeyondLimit(listDevice(session, realmId, deviceKey, now), userId))
    deleteFromDevice(session, realmId, deviceKey, old);
}

/** Takes an account off a device; false when it wasn't there. */
export function deleteFromDevice(
  session: KeycloakSession,
  realmId: string,
  deviceKey: string,
  userId: string,
): boolean {
  const sql = 'DELETE FROM LINKGATE_DEVICE WHERE DEVICE_KEY = ?1 AND REALM_ID = ?2 AND USER_ID = ?3';
  return execute(session, sql, [deviceKey, realmId, userId]) > 0;
}

/** Takes an account off all devices. */
export function deleteDevicesOfUser(session: KeycloakSession, realmId: string, userId: string): void {
  execute(session, 'DELETE FROM LINKGATE_DEVICE WHERE REALM_ID = ?1 AND USER_ID = ?2', [realmId, userId]);
}
