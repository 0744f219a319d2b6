/**
 * Acts upon what services have reported, in the background: stores the fate of each email, and suppresses addresses. One thread of a node acts
 * for a realm; what it leaves, the upkeep takes up.
 */
import type { KeycloakSession, KeycloakSessionFactory } from 'keycloak';
import { normaliseOnServer } from '../../accounts/address/idn.ts';
import { emitWithin } from '../../observability/events/emit.ts';
import { count } from '../../observability/metrics/count.ts';
import { inBackground } from '../../platform/database/background.ts';
import { inOwnTransaction, inRetriedTransaction } from '../../platform/database/sql.ts';
import { currentMillis, currentTime } from '../../platform/engine/clock.ts';
import { log } from '../../platform/engine/log.ts';
import { inOneLine } from '../../platform/engine/one-line.ts';
import { MILLIS_PER_SECOND } from '../../platform/engine/time.ts';
import { addressKey } from './address-key.ts';
import { lockEmail, type ReportedEmail, softBounces, storeKnown } from './emails.ts';
import type { EmailEvent } from './event.ts';
import { countStage } from './mailbox-counts.ts';
import { type DueReport, lockDueReport, postponeReport, realmsWithReports, settleReport } from './reports.ts';
import { after } from './state.ts';
import { SOFT_WINDOW_MILLIS, suppresses } from './suppression.ts';
import { findSuppression, type NewSuppression, storeSuppression } from './suppressions.ts';

const NodeMemory = Java.type('org.linkgate.host.NodeMemory');

/** A service may report before the email that it has just accepted is stored: events about unknown emails are looked at again, once. */
const UNKNOWN_SECONDS = 60;

/** Acts upon what is due in a realm, on another thread; at most one on each node. */
export function actSoon(factory: KeycloakSessionFactory, realmId: string): void {
  if (!begins(realmId)) return;
  inBackground(factory, 'acting upon what email services report', (session) => {
    try {
      do {
        while (actOnNext(session, realmId)) {
          // One part of a batch after the other.
        }
      } while (continues(realmId));
    } finally {
      ends(realmId);
    }
  });
}

/** Acts upon what is due in all realms. */
export function actOnOverdue(session: KeycloakSession): void {
  for (const realmId of realmsWithReports(session, currentTime()))
    actSoon(session.getKeycloakSessionFactory(), realmId);
}

/** How long what could not be acted upon waits: a fault of this version is there again, and others have their turn first. */
const POSTPONED_SECONDS = 900;

/** Acts upon the next part of a batch, or puts it off if that fails; false if none is due. */
function actOnNext(session: KeycloakSession, realmId: string): boolean {
  let taken: string | null = null;
  try {
    return inOwnTransaction(session, (realmSession) => {
      const realm = realmSession.realms().getRealm(realmId);
      if (realm === null) return false;
      realmSession.getContext().setRealm(realm);
      return inRetriedTransaction(realmSession, (own) => {
        const report = lockDueReport(own, currentTime());
        taken = report === null ? null : report.id;
        if (report === null) return false;
        actOn(own, report);
        return true;
      });
    });
  } catch (failure) {
    const id: string | null = taken;
    if (id === null) throw failure;
    log.error(`what was reported of emails can’t be acted upon: ${inOneLine(String(failure))}`);
    inOwnTransaction(session, (own) => postponeReport(own, id, currentTime() + POSTPONED_SECONDS));
    return true;
  }
}

/** An event that speaks against further emails to its address. */
interface Objected {
  readonly email: ReportedEmail;
  readonly event: EmailEvent;
}

/** Locks emails, and then addresses, each in one order, so that no two threads wait for each other. */
function actOn(own: KeycloakSession, { id, route, receivedAt, json }: DueReport): void {
  const events = JSON.parse(json) as EmailEvent[];
  const unknown: EmailEvent[] = [];
  const objected: Objected[] = [];
  for (const event of [...events].sort((one, other) => compare(one.id, other.id))) {
    const found = storeEvent(own, route, event);
    if (found === 'unknown') unknown.push(event);
    else if (found !== null) objected.push(found);
  }
  for (const one of objected.sort((first, other) => compare(first.email.addressKey, other.email.addressKey)))
    suppress(own, route, one);
  const isLast = currentTime() >= receivedAt + UNKNOWN_SECONDS;
  if (isLast) for (const _ of unknown) count(own, 'emailReport', 'unknown');
  settleReport(own, id, isLast ? [] : unknown, receivedAt + UNKNOWN_SECONDS);
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

/** Stores what an event says of its email; null if nothing else follows from it. */
function storeEvent(own: KeycloakSession, route: string, event: EmailEvent): Objected | 'unknown' | null {
  const email = lockEmail(own, route, event.id);
  if (email === null) return 'unknown';
  // What is said of another recipient isn't about this email.
  if (addressKey(own, event.to) !== email.addressKey) {
    count(own, 'emailReport', 'unknown');
    return null;
  }
  const known = after(email.known, event);
  if (known !== email.known) {
    storeKnown(own, email.id, known);
    count(own, 'emailReport', event.state);
    if (known.state === 'delivered' && email.known.state !== 'delivered' && email.linkId !== null)
      countDelivered(own, email, event);
  }
  return event.objection === null ? null : { email, event };
}

function countDelivered(own: KeycloakSession, { sentAt }: ReportedEmail, { to, at }: EmailEvent): void {
  const inSeconds = (millis: number) => Math.floor(millis / MILLIS_PER_SECOND);
  countStage(own, 'delivered', { to, sentAt: inSeconds(sentAt) }, inSeconds(at));
}

function suppress(own: KeycloakSession, route: string, { email, event }: Objected): void {
  const { objection } = event;
  if (objection === null) return;
  const now = currentMillis();
  const key = email.addressKey;
  const earlier = findSuppression(own, key);
  const since = now - SOFT_WINDOW_MILLIS;
  const soft = objection === 'soft' ? softBounces(own, key, { sentAfter: earlier?.liftedAt ?? 0, since }) : 0;
  const its = { objection, sentAt: email.sentAt, softBounces: soft, earlier };
  if (!suppresses(its, Math.floor(now / MILLIS_PER_SECOND))) return;
  const { userId } = email;
  const address = normaliseOnServer(event.to) ?? event.to;
  const one: NewSuppression = { key, email: address, userId, reason: objection, route, words: event.words };
  storeSuppression(own, one, now);
  count(own, 'emailSuppressed', objection);
  emitWithin(own, 'email_suppressed', { userId, details: { route, email_id: event.id, reason: objection } });
}

/** Whether this node acts for a realm, and whether more was stored meanwhile. */
const [ACTING, AGAIN] = ['acting', 'again'] as const;

function begins(realmId: string): boolean {
  if (NodeMemory.replace(keyOf(realmId), '', ACTING)) return true;
  // If it has ended meanwhile, it is tried once more; then the upkeep does it.
  if (NodeMemory.replace(keyOf(realmId), ACTING, AGAIN)) return false;
  return NodeMemory.replace(keyOf(realmId), '', ACTING);
}

function continues(realmId: string): boolean {
  return NodeMemory.replace(keyOf(realmId), AGAIN, ACTING);
}

function ends(realmId: string): void {
  NodeMemory.replace(keyOf(realmId), NodeMemory.get(keyOf(realmId)), '');
}

function keyOf(realmId: string): string {
  return `email-reports ${realmId}`;
}
