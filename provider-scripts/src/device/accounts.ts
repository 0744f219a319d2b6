/** The accounts of a browser: those of the recognised device, and the one that is signed in. */
import type { KeycloakSession, UserModel } from 'keycloak';
import { requireRealm } from '../protocol/base-url.ts';
import { displayName } from '../protocol/claims/name.ts';
import type { Settings } from '../settings/parse.ts';
import { deviceKey } from './cookie.ts';
import { listDevice } from './rows.ts';

const Time = Java.type('org.keycloak.common.util.Time');

/** An account as a person is shown it. */
export interface Account {
  id: string;
  email: string;
  name: string;
  /** Whether it is signed in in this browser. */
  live: boolean;
}

/** An account that can sign in by a link; null for one that can't, being disabled or without an address. */
export function accountOf(user: UserModel | null, live: boolean): Account | null {
  const email = user?.getEmail() ?? null;
  if (user === null || email === null || !user.isEnabled()) return null;
  const name = displayName(user.getFirstName(), user.getLastName(), email);
  return { id: user.getId(), email, name: name ?? email, live };
}

/** The one that is signed in first, then the one used last; none where devices aren't remembered. */
export function accountsHere(
  session: KeycloakSession,
  settings: Settings,
  live: UserModel | null,
): Account[] {
  if (!settings.rememberDevice) return [];
  const realm = requireRealm(session);
  const now = Time.currentTime();
  const key = deviceKey(session, now);
  const found = [accountOf(live, true)];
  for (const { userId } of key === null ? [] : listDevice(session, realm.getId(), key, now)) {
    if (userId !== live?.getId()) found.push(accountOf(session.users().getUserById(realm, userId), false));
  }
  const accounts: Account[] = [];
  for (const account of found) if (account !== null) accounts.push(account);
  return accounts;
}
