/** Remembers an account on the device that has its passkey: that device gets no offer. */

import type { KeycloakSession } from 'keycloak';
import { newDevice, rememberAccount, sendDeviceCookie } from '../../accounts/device/remember.ts';
import { type RememberedAccount, storePasskeyState } from '../../accounts/device/rows.ts';
import { inOwnTransaction } from '../../platform/database/sql.ts';
import { currentTime } from '../../platform/engine/clock.ts';
import { requireRealm } from '../../platform/keycloak/realm.ts';
import { rpIdOf } from './question.ts';

/** Remembers it; `isNoticeDue`: whether the account is to be told of a device that didn't remember it. */
export function rememberPasskey(
  session: KeycloakSession,
  userId: string,
  isNoticeDue: boolean,
): RememberedAccount {
  const now = currentTime();
  const device = newDevice(session, now);
  const rpId = rpIdOf(session);
  const remembered = inOwnTransaction(session, (own) => {
    const account = rememberAccount(own, device, userId, isNoticeDue, now);
    storePasskeyState(own, requireRealm(own).getId(), account.id, { rpId });
    return account;
  });
  sendDeviceCookie(session, device);
  return remembered;
}
