/** Revokes a cross-device sign-in and ends its sessions, because the user who opened the link didn't request it. */
import type { KeycloakSession } from 'keycloak';
import { endSession } from '../account/sign-out.ts';
import { inOwnTransaction } from '../database/sql.ts';
import { emit } from '../events/emit.ts';
import { requireRealm } from '../keycloak/realm.ts';
import type { LinkRow } from '../magic-link/link.ts';
import { count } from '../metrics/count.ts';
import { revokeRows } from './rows.ts';

/** Revokes it at `now` (Unix seconds); false if it is too late. */
export function revokeCrossDevice(session: KeycloakSession, row: LinkRow, now: number): boolean {
  const realm = requireRealm(session);
  const ended = inOwnTransaction(session, (own) => revokeRows(own, realm.getId(), row, now));
  if (ended === null) return false;
  for (const id of ended) endSession(session, id);
  count(session, 'crossDevice', 'revoked');
  emit(session, 'cross_device_revoked', { userId: row.userId });
  return true;
}
