/** Revokes a cross-device sign-in and ends its sessions, because the user who opened the link didn't request it. */
import type { KeycloakSession } from 'keycloak';
import { endSignIn, sessionsOf } from '../../accounts/sign-out.ts';
import type { LinkRow } from '../../links/magic-link/link.ts';
import { emit } from '../../observability/events/emit.ts';
import { count } from '../../observability/metrics/count.ts';
import { commitIfOpen, inOwnTransaction } from '../../platform/database/sql.ts';
import { requireRealm } from '../../platform/keycloak/realm.ts';
import { isCrossDeviceRevoked, linksIn } from '../tabs/ended-session.ts';
import { APPROVED_LINK_NOTE, note } from '../tabs/notes.ts';
import { isOpen } from '../tabs/run-flow.ts';
import { type ClaimedLinks, revokeRows } from './rows.ts';

/** Revokes it at `now` (Unix seconds); false if it is too late. */
export function revokeCrossDevice(session: KeycloakSession, row: LinkRow, now: number): boolean {
  const ended = inOwnTransaction(session, (own) => revokeRows(own, row, now));
  if (ended === null) return false;
  for (const id of sessionsFrom(session, row, ended)) endSignIn(session, id);
  count(session, 'crossDevice', 'revoked');
  emit(session, 'cross_device_revoked', { userId: row.userId });
  return true;
}

/**
 * Ends the session of a sign-in that was revoked while Keycloak stored it, for a stock realm, where nobody asks when it is used. Called at the
 * end of a request; commits it, if its tab has completed a cross-device sign-in.
 */
export function endRevokedMeanwhile(session: KeycloakSession): void {
  const tab = session.getContext().getAuthenticationSession();
  const approvedLinks = tab === null ? null : note(tab, 'approvedLinks');
  if (tab === null || approvedLinks === null || isOpen(tab)) return;
  commitIfOpen(session);
  // A revocation finds the session from now on.
  inOwnTransaction(session, (own) => {
    if (isCrossDeviceRevoked(own, approvedLinks)) endSignIn(own, tab.getParentSession().getId());
  });
}

/**
 * The sessions that came of the links. The one that was recorded may have another identifier by now: Keycloak stores a session under that of the
 * browser's tabs, and these may have moved while the user was asked for consent.
 */
function sessionsFrom(session: KeycloakSession, row: LinkRow, { links, sessions }: ClaimedLinks): string[] {
  const user = row.userId === null ? null : session.users().getUserById(requireRealm(session), row.userId);
  const found = [...sessions];
  if (user === null) return found;
  for (const one of sessionsOf(session, user)) {
    const isFrom = linksIn(one.getNote(APPROVED_LINK_NOTE)).some((jti) => links.includes(jti));
    if (isFrom && !found.includes(one.getId())) found.push(one.getId());
  }
  return found;
}
