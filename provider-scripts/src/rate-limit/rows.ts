/** Counts calls exactly, across nodes and restarts: a row of the database per policy and caller. */
import type { KeycloakSession } from 'keycloak';
import { execute, inOwnTransaction, insert, type Parameter, select } from '../database/sql.ts';
import { sha256 } from '../engine/bytes.ts';
import { MILLIS_PER_SECOND } from '../engine/time.ts';
import { requireRealm } from '../keycloak/realm.ts';
import type { LimitName, Rate } from '../limits/limits.ts';
import { LIMITS } from '../limits/limits.ts';
import { count } from '../metrics/count.ts';
import { evaluateCall, standingIn, withoutCall } from './sliding-log.ts';
import type { Standing } from './standing.ts';

const Time = Java.type('org.keycloak.common.util.Time');

/** One policy that a call counts under. */
export interface Demand {
  /** What the count is kept under. */
  policy: LimitName;
  /** Who is counted; stored as a hash. */
  caller: string;
  rate: Rate;
}

/** The outcome for all demands together. */
export interface Reservation {
  granted: boolean;
  /** What counted, or refused the call. */
  demands: readonly Demand[];
  /** In the order of these. */
  standings: Standing[];
  /** The key for taking the call back: Unix milliseconds. */
  at: number;
}

/**
 * Counts one call under every demand, or under none if one of them refuses it, which then leaves nothing behind, not even a row. The
 * current transaction has to be a retried one: two callers who are counted for the first time may collide.
 *
 * @param instead what the call counts under if the demands refuse it, where that is open to the caller
 */
export function reserveWithin(
  own: KeycloakSession,
  demands: readonly Demand[],
  instead?: { demands: readonly Demand[]; isOpen: () => boolean },
): Reservation {
  // All of them at once: locked one after the other, two requests could wait for each other.
  const logs = lock(own, [...demands, ...(instead?.demands ?? [])]);
  const at = Number(Time.currentTimeMillis());
  const evaluateAll = (all: readonly Demand[]) => all.map((demand) => evaluate(demand, logs, at));
  let evaluated = evaluateAll(demands);
  if (instead !== undefined && !isGranted(evaluated) && instead.isOpen()) {
    const others = evaluateAll(instead.demands);
    // Where both refuse, the demands' own standings tell how long to wait.
    if (isGranted(others)) evaluated = others;
  }
  const granted = isGranted(evaluated);
  if (granted) store(own, evaluated, logs, at);
  else
    for (const { demand, standing } of evaluated)
      if (!standing.granted) count(own, 'limitHit', demand.policy);
  return {
    granted,
    demands: evaluated.map(({ demand }) => demand),
    standings: evaluated.map(({ standing }) => standing),
    at,
  };
}

/** Where the caller stands under one of the policies that a call was counted under. */
export function standingUnder({ demands, standings }: Reservation, policy: LimitName): Standing | undefined {
  return standings[demands.map((demand) => demand.policy).indexOf(policy)];
}

function isGranted(evaluated: readonly { standing: Standing }[]): boolean {
  return evaluated.every(({ standing }) => standing.granted);
}

function evaluate(demand: Demand, logs: Record<string, string>, at: number) {
  const { standing, log } = evaluateCall(logs[keyOf(demand)] ?? '', demand.rate, at);
  return {
    demand,
    log,
    standing: LIMITS[demand.policy].per === 'email' ? { ...standing, ofAddress: true as const } : standing,
  };
}

/** Where a call would stand under each demand, without counting it: one statement, which waits for nobody. */
export function standingsWithin(own: KeycloakSession, demands: readonly Demand[]): Standing[] {
  if (demands.length === 0) return [];
  const logs = read(own, demands, '');
  const at = Number(Time.currentTimeMillis());
  return demands.map((demand) => {
    const { standing } = evaluate(demand, logs, at);
    if (!standing.granted) count(own, 'limitHit', demand.policy);
    return standing;
  });
}

/** Where a caller stands under a demand that counts none of their calls. */
export interface Looked {
  demand: Demand;
  standing: Standing;
  /** How many calls count now. */
  calls: number;
}

/** Where callers stand, without a call of theirs: one statement, which waits for nobody. */
export function lookUp(session: KeycloakSession, demands: readonly Demand[]): Looked[] {
  const logs = read(session, demands, '');
  const at = Number(Time.currentTimeMillis());
  return demands.map((demand) => {
    const { calls, ...standing } = standingIn(logs[keyOf(demand)] ?? '', demand.rate, at);
    return { demand, standing, calls };
  });
}

/** Forgets all calls that count under each demand; the demands under which there were any. */
export function forgetWithin(own: KeycloakSession, demands: readonly Demand[]): Demand[] {
  const logs = lock(own, demands);
  const known = demands.filter((demand) => Object.hasOwn(logs, keyOf(demand)));
  if (known.length === 0) return [];
  const places = known.map((_, index) => `?${index + 2}`).join(', ');
  execute(own, `DELETE FROM LINKGATE_RATE WHERE REALM_ID = ?1 AND RATE_KEY IN (${places})`, [
    requireRealm(own).getId(),
    ...known.map(keyOf),
  ]);
  return known;
}

/** The calls of one caller under a policy. */
export interface CallerLog {
  realmId: string;
  policy: string;
  log: string;
}

/** The logs that end last, of all realms, up to a number. */
export function newestLogs(session: KeycloakSession, most: number): CallerLog[] {
  const sql =
    'SELECT REALM_ID, POLICY, CALLS FROM LINKGATE_RATE WHERE EXPIRES_AT > ?1 ORDER BY EXPIRES_AT DESC FETCH FIRST ?2 ROWS ONLY';
  const now = Math.floor(Number(Time.currentTimeMillis()) / MILLIS_PER_SECOND);
  return select(session, sql, [now, most]).map((row) => ({
    realmId: String(row[0]),
    policy: String(row[1]),
    log: row[2] === null ? '' : String(row[2]),
  }));
}

/** Takes a granted call back under every demand, in a separate transaction. */
export function release(session: KeycloakSession, demands: readonly Demand[], at: number): void {
  inOwnTransaction(session, (own) => releaseWithin(own, demands, at));
}

/** The same in the current transaction. */
export function releaseWithin(own: KeycloakSession, demands: readonly Demand[], at: number): void {
  const logs = lock(own, demands);
  const counted = demands.filter((demand) => Object.hasOwn(logs, keyOf(demand)));
  const without = counted.map((demand) => ({ demand, log: withoutCall(logs[keyOf(demand)] ?? '', at) }));
  // Later calls of theirs may be in the log: the row's end is counted from now.
  if (without.length > 0) update(own, without, Number(Time.currentTimeMillis()));
}

/** A caller's log to be written. */
interface Written {
  demand: Demand;
  log: string;
}

/**
 * The logs by their keys, of the callers who have one; nobody else can read these for counting until this transaction ends. Rows are locked
 * in the order of their keys, and new ones inserted in that order afterwards, so that there are no deadlocks.
 */
function lock(own: KeycloakSession, demands: readonly Demand[]): Record<string, string> {
  return read(own, demands, 'ORDER BY RATE_KEY FOR UPDATE');
}

function read(own: KeycloakSession, demands: readonly Demand[], how: '' | 'ORDER BY RATE_KEY FOR UPDATE') {
  const places = demands.map((_, index) => `?${index + 2}`).join(', ');
  const rows = select(
    own,
    `SELECT RATE_KEY, CALLS FROM LINKGATE_RATE WHERE REALM_ID = ?1 AND RATE_KEY IN (${places}) ${how}`,
    [requireRealm(own).getId(), ...demands.map(keyOf)],
  );
  return Object.fromEntries(rows.map((row) => [String(row[0]), row[1] === null ? '' : String(row[1])]));
}

function store(
  own: KeycloakSession,
  written: readonly Written[],
  before: Record<string, string>,
  at: number,
): void {
  const known = written.filter(({ demand }) => Object.hasOwn(before, keyOf(demand)));
  if (known.length > 0) update(own, known, at);
  const fresh = written.filter((one) => !known.includes(one));
  for (const { demand, log } of fresh.sort((one, other) =>
    keyOf(one.demand) < keyOf(other.demand) ? -1 : 1,
  ))
    insert(own, 'LINKGATE_RATE', {
      REALM_ID: requireRealm(own).getId(),
      RATE_KEY: keyOf(demand),
      POLICY: demand.policy,
      CALLS: log,
      EXPIRES_AT: endOf(demand, at),
    });
}

/** Writes all of these locked rows with one statement. */
function update(own: KeycloakSession, written: readonly Written[], at: number): void {
  const values: Parameter[] = [requireRealm(own).getId()];
  const place = (value: Parameter) => `?${values.push(value)}`;
  const rows = written.map(({ demand, log }) => ({
    key: place(keyOf(demand)),
    calls: place(log),
    end: place(endOf(demand, at)),
  }));
  const calls = rows.map(({ key, calls }) => `WHEN ${key} THEN ${calls}`).join(' ');
  const ends = rows.map(({ key, end }) => `WHEN ${key} THEN ${end}`).join(' ');
  const keys = rows.map(({ key }) => key).join(', ');
  execute(
    own,
    `UPDATE LINKGATE_RATE SET CALLS = CASE RATE_KEY ${calls} ELSE CALLS END, EXPIRES_AT = CASE RATE_KEY ${ends} ELSE EXPIRES_AT END WHERE REALM_ID = ?1 AND RATE_KEY IN (${keys})`,
    values,
  );
}

/** When none of a caller's calls counts any more, Unix seconds. */
function endOf({ rate }: Demand, at: number): number {
  return Math.ceil(at / MILLIS_PER_SECOND) + rate.seconds;
}

function keyOf({ policy, caller }: Demand): string {
  return sha256(`${policy} ${caller}`);
}
