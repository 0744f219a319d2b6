/** Remembers on a device whose link was used in it, and forgets. */
import type { KeycloakSession } from 'keycloak';
import { inOwnTransaction } from '../database/sql.ts';
import { requireRealm } from '../protocol/base-url.ts';
import type { Settings } from '../settings/parse.ts';
import { deviceKey, newDeviceKey } from './cookie.ts';
import { deleteFromDevice, moveDevice, useOnDevice } from './rows.ts';

const Time = Java.type('org.keycloak.common.util.Time');

/**
 * Remembers an account, where the settings want that. The device gets a new identifier, so that whoever knew the one before, because
 * they had planted it, doesn't see the account.
 */
export function rememberAccount(
  session: KeycloakSession,
  settings: Settings,
  userId: string,
  now: number,
): void {
  if (!settings.rememberDevice) return;
  const before = deviceKey(session, now);
  const key = newDeviceKey(session, now);
  inOwnTransaction(session, (own) => {
    const realmId = requireRealm(own).getId();
    if (before !== null) moveDevice(own, realmId, before, key);
    useOnDevice(own, realmId, key, userId, now);
  });
}

/** Takes an account off this device; false when it wasn't there. */
export function forgetAccount(session: KeycloakSession, userId: string): boolean {
  const key = deviceKey(session, Time.currentTime());
  return key !== null && deleteFromDevice(session, requireRealm(session).getId(), key, userId);
}
