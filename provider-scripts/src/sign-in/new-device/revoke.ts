/** Ends what came of a sign-in on a new device, because the account's owner says that it wasn't theirs. */
import type { KeycloakSession, UserModel } from 'keycloak';
import { addressOf } from '../../accounts/address/account-address.ts';
import { deleteDevice, devicesOfNotice } from '../../accounts/device/rows.ts';
import { DEVICE_NOTE } from '../../accounts/refresh-tokens.ts';
import { endSession, sessionsOf } from '../../accounts/sign-out.ts';
import { revokeLinksOf } from '../../links/magic-link/rows.ts';
import { emit } from '../../observability/events/emit.ts';
import { countWithoutStatistic } from '../../observability/metrics/count.ts';
import { tally } from '../../observability/metrics/tally.ts';
import { inOwnTransaction } from '../../platform/database/sql.ts';
import { currentTime } from '../../platform/engine/clock.ts';
import type { NoticeClaims } from './rows.ts';

/**
 * Ends the devices' sessions, their sign-ins in progress and refresh tokens; makes the devices forget the account; and revokes the account's
 * links that aren't used yet, with their one-time codes and cross-device sign-ins. Idempotent: once nothing is left of the devices, it changes
 * nothing, so that an old email can't be used against links that were requested later.
 *
 * @returns false if nothing was left
 */
export function revokeNewDevice(session: KeycloakSession, claims: NoticeClaims, user: UserModel): boolean {
  const userId = user.getId();
  const rows = devicesOfNotice(session, userId, claims.jti).map(({ id }) => id);
  // Its row may be gone although its sign-ins aren't: the device has forgotten the account for others.
  const devices = [...rows, claims.device];
  const found = sessionsOf(session, user)
    .filter((one) => one.getId() === claims.sid || devices.includes(one.getNote(DEVICE_NOTE) ?? ''))
    .map((one) => one.getId());
  if (rows.length + found.length === 0) return false;
  const email = addressOf(user);
  const now = currentTime();
  const expiries = inOwnTransaction(session, (own) => {
    // In the order in which the use of a link locks them.
    const revoked = email === null ? [] : revokeLinksOf(own, email);
    for (const id of rows) deleteDevice(own, userId, id);
    return revoked;
  });
  for (const expiry of expiries) if (expiry > now) tally(session, 'links_expired', -1, expiry);
  for (const id of found) endSession(session, id);
  countWithoutStatistic('newDevice', 'revoked');
  emit(session, 'new_device_revoked', { userId, details: { device: claims.device } });
  return true;
}
