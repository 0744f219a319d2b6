/** The statistics in the database: an amount per realm, slot and name. */
import type { KeycloakSession } from 'keycloak';
import { execute, insert, select } from '../../platform/database/sql.ts';
import type { Counted } from './names.ts';
import { MAX_BEGINNINGS, retentionOf, type StatisticsQuestion } from './questions.ts';

/** Adds to a row or inserts it; needs a retried transaction, since another node may insert it concurrently. */
export function addToStatistic(
  own: KeycloakSession,
  realmId: string,
  seconds: number,
  counted: Counted,
): void {
  const { name, since, amount } = counted;
  const key = `${seconds} ${since} ${name}`;
  const sql = 'UPDATE LINKGATE_STATISTIC SET AMOUNT = AMOUNT + ?1 WHERE REALM_ID = ?2 AND STATISTIC_KEY = ?3';
  if (execute(own, sql, [amount, realmId, key]) > 0) return;
  insert(own, 'LINKGATE_STATISTIC', {
    REALM_ID: realmId,
    STATISTIC_KEY: key,
    STEP: seconds,
    START_AT: since,
    NAME: name,
    AMOUNT: amount,
    EXPIRES_AT: since + retentionOf(name, seconds),
  });
}

/**
 * A realm's amounts of the names that a question is about, from an instant until now, summed by its steps. Omits expired links of the current slot:
 * they were counted when they were created, but may not have expired yet.
 */
export function readStatistics(
  session: KeycloakSession,
  realmId: string,
  { names, slot, step }: StatisticsQuestion,
  { from, now }: { from: number; now: number },
): Counted[] {
  const beginnings: string[] = [];
  for (let i = 0; i < MAX_BEGINNINGS; i++) beginnings.push(`${names[Math.min(i, names.length - 1)]}%`);
  const sql =
    "SELECT NAME, SINCE, CAST(SUM(AMOUNT) AS BIGINT) FROM (SELECT NAME, START_AT - MOD(START_AT, ?1) AS SINCE, AMOUNT FROM LINKGATE_STATISTIC WHERE REALM_ID = ?2 AND STEP = ?3 AND START_AT >= ?4 AND START_AT <= ?5 AND (NAME <> 'links_expired' OR START_AT + STEP <= ?5) AND (NAME LIKE ?6 OR NAME LIKE ?7 OR NAME LIKE ?8 OR NAME LIKE ?9 OR NAME LIKE ?10)) PARTS GROUP BY NAME, SINCE";
  return select(session, sql, [step, realmId, slot, from, now, ...beginnings]).map((row) => ({
    name: String(row[0]),
    since: Number(row[1]),
    amount: Number(row[2]),
  }));
}
