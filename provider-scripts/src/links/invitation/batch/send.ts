/**
 * Sends lists in the background: one email at a time, a realm's oldest list first, so that sign-in emails are hardly delayed; on
 * one node, which leases the list's row. If that node stops, another resumes a minute later.
 */

import type { KeycloakSession, KeycloakSessionFactory } from 'keycloak';
import { inBackground } from '../../../platform/database/background.ts';
import { inOwnTransaction, inRetriedTransaction } from '../../../platform/database/sql.ts';
import { currentTime } from '../../../platform/engine/clock.ts';
import { log } from '../../../platform/engine/log.ts';
import { checkFixedHostname } from '../../../platform/keycloak/base-url.ts';
import { requireRealm } from '../../../platform/keycloak/realm.ts';
import { allowsInvitations } from '../../../realm/settings/enabled.ts';
import { clientOfInvitation } from '../client.ts';
import { lockFirstWaiting, markNotEmailed } from '../rows.ts';
import { type Claimed, claimWithin, compensateInList, deliverClaimed } from '../send.ts';
import { BUSY_SECONDS, LEASE_SECONDS, MAX_FAILURES } from './batch.ts';
import {
  findRunningBatch,
  finishBatch,
  leaseBatch,
  lockRunningBatch,
  postponeBatch,
  realmsWithDueBatches,
  stopBatch,
  storeFailures,
} from './rows.ts';

const KeycloakModelUtils = Java.type('org.keycloak.models.utils.KeycloakModelUtils');

/** Resumes the lists of all realms that no runner is sending. */
export function resumeOrphanedBatches(session: KeycloakSession): void {
  const realms = realmsWithDueBatches(session, currentTime());
  for (const realmId of realms) startSending(session.getKeycloakSessionFactory(), realmId);
}

/** Starts sending a realm's lists on a separate thread, unless another runner already does. */
export function startSending(factory: KeycloakSessionFactory, realmId: string): void {
  const runner: Runner = { id: KeycloakModelUtils.generateId(), leased: null };
  // If it fails, another runner resumes once this one's lease expires.
  inBackground(factory, 'invitations: sending', (session) => {
    while (sendNext(session, realmId, runner)) {
      // One email after the other.
    }
  });
}

/** A runner that sends a realm's lists, and the list that it leased last. */
interface Runner {
  id: string;
  leased: string | null;
}

/** An email to send; otherwise whether there may be more now. */
type Next = { claimed: Claimed; batch: string; failures: number } | 'more' | 'nothing';

/** Sends one email; false if there is none to send now. */
function sendNext(session: KeycloakSession, realmId: string, runner: Runner): boolean {
  return inOwnTransaction(session, (realmSession) => {
    const realm = realmSession.realms().getRealm(realmId);
    if (realm === null) return false;
    realmSession.getContext().setRealm(realm);
    const next = inRetriedTransaction<Next>(realmSession, (own) => claimNext(own, runner, currentTime()));
    if (typeof next === 'string') return next === 'more';
    const outcome = deliverClaimed(realmSession, next.claimed, compensateInList);
    const failures = outcome === 'sent' || outcome === 'busy' ? 0 : next.failures + 1;
    if (outcome === 'busy')
      inOwnTransaction(realmSession, (own) =>
        postponeBatch(own, next.batch, currentTime() + BUSY_SECONDS, 'queue'),
      );
    else if (failures !== next.failures)
      inOwnTransaction(realmSession, (own) => recordFailures(own, next.batch, failures));
    return outcome !== 'busy';
  });
}

/** Stops a list after too many consecutive failures, until an administrator has fixed the mail server. */
function recordFailures(own: KeycloakSession, batch: string, failures: number): void {
  storeFailures(own, batch, failures);
  if (failures < MAX_FAILURES) return;
  const realm = requireRealm(own);
  if (stopBatch(own, batch, 'failures'))
    log.warn(
      `realm "${realm.getName()}": a list of invitations was stopped: ${failures} emails in a row were not sent`,
    );
}

/** Claims the next line of the realm's oldest list, under the lock and lease of the list's row. */
function claimNext(own: KeycloakSession, runner: Runner, now: number): Next {
  const realm = requireRealm(own);
  const batch = findRunningBatch(own);
  if (batch === null) return 'nothing';
  const running = lockRunningBatch(own, batch);
  if (running === null) return 'more';
  if (running.runner !== runner.id && running.dueAt > now) {
    // An older list was started meanwhile with its own runner, which needs this one's list released.
    if (runner.leased !== null && runner.leased !== batch) postponeBatch(own, runner.leased, now, null);
    return 'nothing';
  }
  if (!realm.isEnabled() || !allowsInvitations(realm) || checkFixedHostname(own) !== null) {
    postponeBatch(own, batch, now + LEASE_SECONDS, 'settings');
    return 'nothing';
  }
  leaseBatch(own, batch, runner.id, now + LEASE_SECONDS);
  runner.leased = batch;
  const row = lockFirstWaiting(own, batch, now);
  if (row === null) {
    finishBatch(own, batch);
    return 'more';
  }
  if (row === 'taken') return 'more';
  if (clientOfInvitation(own, row) === null) {
    markNotEmailed(own, row.id, 'client', now);
    return 'more';
  }
  const claimed = claimWithin(own, row, running.notifiesAccounts, now);
  if (!('rejected' in claimed)) return { claimed, batch, failures: running.failures };
  if (claimed.rejected === 'limit') {
    const wait = claimed.statuses.reduce((max, { resetSeconds }) => Math.max(max, resetSeconds), 1);
    postponeBatch(own, batch, now + wait, 'limit');
    return 'nothing';
  }
  markNotEmailed(own, row.id, claimed.rejected, now);
  return 'more';
}
