/** The statistics in the database: an amount per realm, slot and name. */
import type { KeycloakSession } from 'keycloak';
import { execute, insert, select } from '../../platform/database/sql.ts';
import { SECONDS_PER_DAY } from '../../platform/engine/time.ts';
import type { Counted } from './names.ts';

/** How long rows are retained, by slot length in seconds. */
const STATISTIC_RETENTION_SECONDS: Readonly<Record<number, number>> = {
  300: 2 * SECONDS_PER_DAY,
  3600: 400 * SECONDS_PER_DAY,
};

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
    EXPIRES_AT: since + (STATISTIC_RETENTION_SECONDS[seconds] ?? 0),
  });
}

/**
 * A realm's rows of one slot length, from an instant until now, summed by steps of `step` seconds. Omits expired links of
 * the current slot: they were counted when they were created, but may not have expired yet.
 */
export function readStatistics(
  session: KeycloakSession,
  realmId: string,
  seconds: number,
  { from, now, step }: { from: number; now: number; step: number },
): Counted[] {
  const sql =
    "SELECT NAME, SINCE, CAST(SUM(AMOUNT) AS BIGINT) FROM (SELECT NAME, START_AT - MOD(START_AT, ?1) AS SINCE, AMOUNT FROM LINKGATE_STATISTIC WHERE REALM_ID = ?2 AND STEP = ?3 AND START_AT >= ?4 AND START_AT <= ?5 AND (NAME <> 'links_expired' OR START_AT + STEP <= ?5)) PARTS GROUP BY NAME, SINCE";
  return select(session, sql, [step, realmId, seconds, from, now]).map((row) => ({
    name: String(row[0]),
    since: Number(row[1]),
    amount: Number(row[2]),
  }));
}
