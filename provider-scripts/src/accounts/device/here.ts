/** An account's row on the device of this request. */
import type { KeycloakSession, UserModel } from 'keycloak';
import { currentTime } from '../../platform/engine/clock.ts';
import { deviceKey } from './cookie.ts';
import { listDeviceAccounts } from './rows.ts';

/** Its identifier; null if this browser doesn't remember the account. */
export function deviceHere(session: KeycloakSession, user: UserModel): string | null {
  const now = currentTime();
  const key = deviceKey(session, now);
  const accounts = key === null ? [] : listDeviceAccounts(session, key, now);
  return accounts.find(({ userId }) => userId === user.getId())?.id ?? null;
}
