/** The accounts of a browser: those of the recognised device, and the one that is signed in. */
import type { KeycloakSession, UserModel } from 'keycloak';
import { currentTime } from '../platform/engine/clock.ts';
import { requireRealm } from '../platform/keycloak/realm.ts';
import type { Settings } from '../realm/flow/parse.ts';
import { shownAddress } from './address/account-address.ts';
import { deviceKey } from './device/cookie.ts';
import { listDeviceAccounts } from './device/rows.ts';
import { displayName } from './name.ts';

/** An account as shown to a user. */
export interface Account {
  id: string;
  email: string;
  name: string;
  /** Whether it has a session in this browser. */
  live: boolean;
}

/** An account that can sign in by a link; null if it is disabled or has no address. */
export function accountOf(user: UserModel | null, live: boolean): Account | null {
  const email = user === null ? null : shownAddress(user);
  if (user === null || email === null || !user.isEnabled()) return null;
  const name = displayName(user.getFirstName(), user.getLastName(), email);
  return { id: user.getId(), email, name: name ?? email, live };
}

/** The signed-in account first, then the others, last used first; none if devices aren't remembered. */
export function accountsOfBrowser(
  session: KeycloakSession,
  settings: Settings,
  live: UserModel | null,
): Account[] {
  if (!settings.rememberDevice) return [];
  const key = deviceKey(session, currentTime());
  const liveAccount = accountOf(live, true);
  const others = key === null ? [] : accountsOfDevice(session, key, live);
  return liveAccount === null ? others : [liveAccount, ...others];
}

/** The accounts of a device except the signed-in one. */
function accountsOfDevice(session: KeycloakSession, key: string, live: UserModel | null): Account[] {
  const realm = requireRealm(session);
  const accounts: Account[] = [];
  for (const { userId } of listDeviceAccounts(session, key, currentTime())) {
    const account =
      userId === live?.getId() ? null : accountOf(session.users().getUserById(realm, userId), false);
    if (account !== null) accounts.push(account);
  }
  return accounts;
}
