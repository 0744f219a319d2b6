/**
 * Sends lists in the background: of each kind one email at a time, a realm's oldest list first, so that sign-in emails are hardly delayed; on
 * one node, which leases the list's row. If that node stops, another resumes a minute later.
 */

import type { KeycloakSession, KeycloakSessionFactory } from 'keycloak';
import type { EmailOutcome } from '../../email/outcome.ts';
import { inBackground } from '../../platform/database/background.ts';
import { inOwnTransaction, inRetriedTransaction } from '../../platform/database/sql.ts';
import { currentTime } from '../../platform/engine/clock.ts';
import { log } from '../../platform/engine/log.ts';
import { inOneLine } from '../../platform/engine/one-line.ts';
import { checkFixedHostname } from '../../platform/keycloak/base-url.ts';
import { requireRealm } from '../../platform/keycloak/realm.ts';
import { type BatchKindName, BUSY_SECONDS, LEASE_SECONDS, MAX_FAILURES } from './batch.ts';
import {
  dueBatches,
  findRunningBatch,
  finishBatch,
  leaseBatch,
  lockRunningBatch,
  postponeBatch,
  type RunningBatch,
  stopBatch,
  storeFailures,
} from './rows.ts';

const KeycloakModelUtils = Java.type('org.keycloak.models.utils.KeycloakModelUtils');

/** A kind of list: what its lines are, and how one is sent. */
export interface BatchKind<Claimed> {
  name: BatchKindName;
  /** What a list has, for the log. */
  plural: string;
  /** Whether the realm's settings allow sending. */
  isAllowed(own: KeycloakSession): boolean;
  /** Claims the list's next line, in a retried transaction. */
  claimNext(own: KeycloakSession, batch: RunningBatch, now: number): NextLine<Claimed>;
  /** Sends a claimed line, once its transaction is committed. */
  deliver(session: KeycloakSession, claimed: Claimed): EmailOutcome;
}

/** A line to send; or how long a limit delays the list; or that a line wasn't sent; or that none waits. */
export type NextLine<Claimed> = { claimed: Claimed } | { waitSeconds: number } | 'skipped' | 'none';

/** Resumes the lists of all realms that no runner is sending. */
export function resumeOrphanedBatches(session: KeycloakSession, kinds: readonly BatchKind<unknown>[]): void {
  for (const { realmId, kind: name } of dueBatches(session, currentTime())) {
    const kind = kinds.find((one) => one.name === name);
    if (kind !== undefined) startSending(session.getKeycloakSessionFactory(), realmId, kind);
  }
}

/** Starts sending a realm's lists of a kind on a separate thread, unless another runner already does. */
export function startSending(
  factory: KeycloakSessionFactory,
  realmId: string,
  kind: BatchKind<unknown>,
): void {
  const runner: Runner = { id: KeycloakModelUtils.generateId(), kind, leased: null };
  // If it fails, another runner resumes once this one's lease expires.
  inBackground(factory, `${kind.plural}: sending`, (session) => {
    while (sendNext(session, realmId, runner)) {
      // One email after the other.
    }
  });
}

/** A runner that sends a realm's lists of a kind, and the list that it leased last. */
interface Runner {
  id: string;
  kind: BatchKind<unknown>;
  leased: string | null;
}

/** An email to send; otherwise whether there may be more now. */
type Next = { claimed: unknown; batch: RunningBatch } | 'more' | 'nothing';

/** Sends one email; false if there is none to send now. */
function sendNext(session: KeycloakSession, realmId: string, runner: Runner): boolean {
  return inOwnTransaction(session, (realmSession) => {
    const realm = realmSession.realms().getRealm(realmId);
    if (realm === null) return false;
    realmSession.getContext().setRealm(realm);
    const next = inRetriedTransaction<Next>(realmSession, (own) => claimNext(own, runner, currentTime()));
    if (typeof next === 'string') return next === 'more';
    const { id, failures: earlier } = next.batch;
    const outcome = deliver(realmSession, runner.kind, next.claimed);
    const failures = outcome === 'sent' || outcome === 'busy' ? 0 : earlier + 1;
    if (outcome === 'busy')
      inOwnTransaction(realmSession, (own) => postponeBatch(own, id, currentTime() + BUSY_SECONDS, 'queue'));
    else if (failures !== earlier)
      inOwnTransaction(realmSession, (own) => recordFailures(own, runner.kind, id, failures));
    return outcome !== 'busy';
  });
}

/** An email that can't be rendered failed as any other, and was compensated for. */
function deliver(session: KeycloakSession, kind: BatchKind<unknown>, claimed: unknown): EmailOutcome {
  try {
    return kind.deliver(session, claimed);
  } catch (failure) {
    const name = requireRealm(session).getName();
    log.error(
      `realm "${name}": an email of a list of ${kind.plural} can't be sent: ${inOneLine(String(failure))}`,
    );
    return 'failed';
  }
}

/** Stops a list after too many consecutive failures, until an administrator has fixed the mail server. */
function recordFailures(
  own: KeycloakSession,
  { plural }: BatchKind<unknown>,
  batch: string,
  failures: number,
): void {
  storeFailures(own, batch, failures);
  if (failures < MAX_FAILURES) return;
  const realm = requireRealm(own);
  if (stopBatch(own, batch, 'failures'))
    log.warn(
      `realm "${realm.getName()}": a list of ${plural} was stopped: ${failures} emails in a row were not sent`,
    );
}

/** Claims the next line of the realm's oldest list, under the lock and lease of the list's row. */
function claimNext(own: KeycloakSession, runner: Runner, now: number): Next {
  const { kind } = runner;
  const realm = requireRealm(own);
  const id = findRunningBatch(own, kind.name);
  if (id === null) return 'nothing';
  const batch = lockRunningBatch(own, id);
  if (batch === null) return 'more';
  if (batch.runner !== runner.id && batch.dueAt > now) {
    // An older list was started meanwhile with its own runner, which needs this one's list released.
    if (runner.leased !== null && runner.leased !== id) postponeBatch(own, runner.leased, now, null);
    return 'nothing';
  }
  if (!realm.isEnabled() || !kind.isAllowed(own) || checkFixedHostname(own) !== null) {
    postponeBatch(own, id, now + LEASE_SECONDS, 'settings');
    return 'nothing';
  }
  leaseBatch(own, id, runner.id, now + LEASE_SECONDS);
  runner.leased = id;
  const line = kind.claimNext(own, batch, now);
  if (line === 'none') finishBatch(own, id);
  if (typeof line === 'string') return 'more';
  if ('claimed' in line) return { claimed: line.claimed, batch };
  postponeBatch(own, id, now + line.waitSeconds, 'limit');
  return 'nothing';
}
