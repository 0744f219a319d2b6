/**
 * A link is used before Keycloak stores the sign-in that it is for. If the node ends between the two, the link is open again: the use says in which
 * tab and at which node it was.
 */
import type { KeycloakSession } from 'keycloak';
import { traceReopened } from '../../email/feedback/trace.ts';
import { numberOrNull, textOrNull } from '../../platform/database/cells.ts';
import { execute, inOwnTransaction, type Parameter, select } from '../../platform/database/sql.ts';
import { currentTime } from '../../platform/engine/clock.ts';
import { requireRealm } from '../../platform/keycloak/realm.ts';
import type { LinkRow } from './link.ts';
import { findLink } from './rows.ts';

const MultiSiteUtils = Java.type('org.keycloak.common.util.MultiSiteUtils');
const Nodes = Java.type('org.linkgate.host.Nodes');

/** How long after its use a link can be open again, in seconds: afterwards its session may have ended by itself. */
const REOPENING_SECONDS = 300;

/** What `useLink` stores of the place of a use in a tab's root session. */
export function placeOfUse(session: KeycloakSession, root: string): Parameter[] {
  return [Nodes.self(session), root];
}

/** Finds a link that is about to be used or waited for; one whose use was interrupted is open again. */
export function findLinkToUse(session: KeycloakSession, jti: string): LinkRow | null {
  const row = findLink(session, jti);
  if (row === null || row.state !== 'used' || !wasInterrupted(session, row)) return row;
  inOwnTransaction(session, (own) => {
    reopen(own, jti);
  });
  return findLink(session, jti);
}

function wasInterrupted(session: KeycloakSession, { jti, request }: LinkRow): boolean {
  const use = select(session, 'SELECT USED_AT, USED_BY, USED_IN FROM LINKGATE_LINK WHERE JTI = ?1', [jti])[0];
  const [at, by, root] = [numberOrNull(use?.[0]), textOrNull(use?.[1]), textOrNull(use?.[2])];
  if (at === null || by === null || root === null) return false;
  if (at + REOPENING_SECONDS < currentTime() || !Nodes.hasEnded(session, by)) return false;
  return !hasSession(session, root) && !hasCompletedStep(session, root, request.step);
}

/** Whether the sign-in was completed: its session has its tab's identifier. One that is only in a cache was about to be stored. */
function hasSession(session: KeycloakSession, id: string): boolean {
  if (!MultiSiteUtils.isPersistentSessionsEnabled())
    return session.sessions().getUserSession(requireRealm(session), id) !== null;
  const sql =
    "SELECT USER_SESSION_ID, OFFLINE_FLAG FROM OFFLINE_USER_SESSION WHERE USER_SESSION_ID = ?1 AND OFFLINE_FLAG = '0'";
  return select(session, sql, [id]).length > 0;
}

/** Whether the sign-in goes on in the tab. */
function hasCompletedStep(session: KeycloakSession, id: string, step: string | undefined): boolean {
  const root = session.authenticationSessions().getRootAuthenticationSession(requireRealm(session), id);
  if (root === null || step === undefined) return false;
  const tabs = root.getAuthenticationSessions();
  for (const tab of tabs.keySet().toArray())
    if (String(tabs.get(tab)?.getExecutionStatus().get(step)) === 'SUCCESS') return true;
  return false;
}

/** What had been claimed on another device can be claimed again. */
function reopen(own: KeycloakSession, jti: string): void {
  const isOpen = execute(
    own,
    "UPDATE LINKGATE_LINK SET STATE = 'issued', USED_AT = NULL WHERE JTI = ?1 AND STATE = 'used' AND USED_AT IS NOT NULL",
    [jti],
  );
  if (isOpen !== 1) return;
  traceReopened(own, jti);
  execute(
    own,
    "UPDATE LINKGATE_LINK SET CROSS_DEVICE = 'approved' WHERE JTI = ?1 AND CROSS_DEVICE = 'claimed'",
    [jti],
  );
}
