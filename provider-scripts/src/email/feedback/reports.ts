/** What services have reported and nobody has acted upon yet, in the database; and for a while that they have, so that nothing counts twice. */
import type { KeycloakSession } from 'keycloak';
import { execute, insert, select } from '../../platform/database/sql.ts';
import { sha256 } from '../../platform/engine/bytes.ts';
import { SECONDS_PER_DAY } from '../../platform/engine/time.ts';
import { realmIdOf } from '../../platform/keycloak/realm.ts';
import type { EmailEvent } from './event.ts';

/** Longer than any service repeats a request, and any signature counts. */
const RETENTION_SECONDS = 2 * SECONDS_PER_DAY;

/** How many characters of events a row holds: a little less than its column. */
const PART_LENGTH = 32_000;

/** A batch that a service has signed. */
export interface SignedBatch {
  readonly route: string;
  /** What identifies it: an ID that its service has signed, or else its content. */
  readonly once: string;
  readonly events: readonly EmailEvent[];
}

/** Stores a batch at `now` (Unix seconds), in a retried transaction; false if it was stored before. */
export function storeReport(
  session: KeycloakSession,
  { route, once, events }: SignedBatch,
  now: number,
): boolean {
  const realmId = realmIdOf(session);
  const id = sha256(`${realmId} ${route} ${once}`);
  const known = 'SELECT ID, REALM_ID FROM LINKGATE_EMAIL_REPORT WHERE ID = ?1';
  if (select(session, known, [id]).length > 0) return false;
  partsOf(events).forEach((part, index) => {
    insert(session, 'LINKGATE_EMAIL_REPORT', {
      ID: index === 0 ? id : sha256(`${id} ${index}`),
      REALM_ID: realmId,
      ROUTE: route,
      EVENTS: part.length === 0 ? null : JSON.stringify(part),
      DUE_AT: part.length === 0 ? null : now,
      RECEIVED_AT: now,
      EXPIRES_AT: now + RETENTION_SECONDS,
    });
  });
  return true;
}

/** The events in parts that a row can hold; one without events, for a batch that has none. */
function partsOf(events: readonly EmailEvent[]): readonly (readonly EmailEvent[])[] {
  const parts: EmailEvent[][] = [[]];
  let length = 0;
  for (const event of events) {
    const { length: own } = JSON.stringify(event);
    if (length + own > PART_LENGTH) {
      parts.push([]);
      length = 0;
    }
    parts[parts.length - 1]?.push(event);
    length += own + 2;
  }
  return parts;
}

/** Stored events, locked until the transaction ends. */
export interface DueReport {
  readonly id: string;
  readonly route: string;
  readonly receivedAt: number;
  /** The events, as they are stored. */
  readonly json: string;
}

/** Events of the realm that are due at `now` (Unix seconds), and on which no other thread or node acts; null if there are none. */
export function lockDueReport(session: KeycloakSession, now: number): DueReport | null {
  const sql =
    'SELECT ID, ROUTE, RECEIVED_AT, EVENTS FROM LINKGATE_EMAIL_REPORT WHERE REALM_ID = ?1 AND DUE_AT <= ?2 ORDER BY DUE_AT FETCH FIRST 1 ROWS ONLY FOR UPDATE SKIP LOCKED';
  const [cells] = select(session, sql, [realmIdOf(session), now]);
  if (cells === undefined) return null;
  return {
    id: String(cells[0]),
    route: String(cells[1]),
    receivedAt: Number(cells[2]),
    json: String(cells[3]),
  };
}

/** Stores which events of a locked report are still to be acted upon, and when: none, if there are none. */
export function settleReport(
  session: KeycloakSession,
  id: string,
  left: readonly EmailEvent[],
  dueAt: number,
): void {
  if (left.length === 0) {
    const done = 'UPDATE LINKGATE_EMAIL_REPORT SET EVENTS = NULL, DUE_AT = NULL WHERE ID = ?1';
    execute(session, done, [id]);
    return;
  }
  const later = 'UPDATE LINKGATE_EMAIL_REPORT SET EVENTS = ?1, DUE_AT = ?2 WHERE ID = ?3';
  execute(session, later, [JSON.stringify(left), dueAt, id]);
}

/** Puts off what could not be acted upon, until `dueAt` (Unix seconds): what comes after it must not wait. */
export function postponeReport(session: KeycloakSession, id: string, dueAt: number): void {
  execute(session, 'UPDATE LINKGATE_EMAIL_REPORT SET DUE_AT = ?1 WHERE ID = ?2 AND DUE_AT < ?1', [dueAt, id]);
}

/** The realms with events that are due at `now` (Unix seconds). */
export function realmsWithReports(session: KeycloakSession, now: number): string[] {
  const sql = 'SELECT REALM_ID, MIN(DUE_AT) FROM LINKGATE_EMAIL_REPORT WHERE DUE_AT <= ?1 GROUP BY REALM_ID';
  return select(session, sql, [now]).map((cells) => String(cells[0]));
}
