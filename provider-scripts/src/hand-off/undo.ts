/** Undoes a hand-off, because whoever opened the link says that they didn't request it: what resulted from it ends. */
import type { KeycloakSession } from 'keycloak';
import { endSession } from '../account/sign-out.ts';
import { inOwnTransaction } from '../database/sql.ts';
import { emit } from '../events/emit.ts';
import { requireRealm } from '../keycloak/realm.ts';
import type { LinkRow } from '../magic-link/link.ts';
import { count } from '../metrics/count.ts';
import { takeBack } from './rows.ts';

/** Undoes it at `now` (Unix seconds); false when it is too late. */
export function undo(session: KeycloakSession, row: LinkRow, now: number): boolean {
  const realm = requireRealm(session);
  const ended = inOwnTransaction(session, (own) => takeBack(own, realm.getId(), row, now));
  if (ended === null) return false;
  for (const id of ended) endSession(session, id);
  count(session, 'handOff', 'undone');
  emit(session, 'hand_off_undone', { userId: row.userId });
  return true;
}
