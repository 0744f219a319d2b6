/** Counts calls exactly, across nodes and restarts: a row of the database per limit and caller. */
import type { KeycloakSession } from 'keycloak';
import { count } from '../../observability/metrics/count.ts';
import { execute, inOwnTransaction, insert, type Parameter, select } from '../../platform/database/sql.ts';
import { sha256 } from '../../platform/engine/bytes.ts';
import { currentMillis } from '../../platform/engine/clock.ts';
import { MILLIS_PER_SECOND } from '../../platform/engine/time.ts';
import { realmIdOf } from '../../platform/keycloak/realm.ts';
import { LIMITS, type LimitName, type LimitValue } from '../../platform/limits/limits.ts';
import type { LimitStatus } from './limit-status.ts';
import { evaluateCall, limitStatusIn, withoutCall } from './sliding-log.ts';

/** One limit that a call counts under. */
export interface LimitKey {
  /** The limit's name. */
  name: LimitName;
  /** The counted caller; stored as a hash. */
  caller: string;
  value: LimitValue;
  /** The response doesn't depend on this limit: at it, the call is granted, but what it is for is withheld. */
  silent?: true;
}

interface KeyedLimit extends LimitKey {
  key: string;
}

/** The outcome for all limit keys together. */
export interface Reservation {
  granted: boolean;
  /** Whether a silent limit rejects a granted call. */
  withheld: boolean;
  /** The keys that counted or rejected the call; silent ones come last. */
  limitKeys: readonly LimitKey[];
  /** In the order of `limitKeys`, without the silent ones. */
  statuses: LimitStatus[];
  /** The call's instant, by which it can be released: Unix milliseconds. */
  at: number;
}

/**
 * Counts one call under all limit keys, or under none, without writing a row, if one of them rejects it. The current transaction must be a
 * retried one: two calls that are the first of their caller may collide.
 *
 * @param instead the limit keys that apply if the others reject the call and `isOpen` returns true
 */
export function reserveWithin(
  own: KeycloakSession,
  limitKeys: readonly LimitKey[],
  instead?: { limitKeys: readonly LimitKey[]; isOpen: () => boolean },
): Reservation {
  const keyed = withKeys(limitKeys);
  const keyedInstead = withKeys(instead?.limitKeys ?? []);
  // Locks all rows with one statement: locked one after the other, two requests could deadlock.
  const logs = lock(own, [...keyed, ...keyedInstead]);
  const at = currentMillis();
  const evaluateAll = (all: readonly KeyedLimit[]) => all.map((limitKey) => evaluate(limitKey, logs, at));
  let evaluated = evaluateAll(keyed);
  if (instead !== undefined && !isGranted(evaluated) && instead.isOpen()) {
    const others = evaluateAll(keyedInstead);
    // If both reject, the statuses of `limitKeys` determine the wait.
    if (isGranted(others)) evaluated = others;
  }
  const granted = isGranted(evaluated);
  const exceeded = evaluated.filter(({ status }) => !status.granted);
  const counted = evaluated.filter(({ limitKey, status }) => limitKey.silent !== true || status.granted);
  if (granted) store(own, counted, logs, at);
  for (const { limitKey } of granted ? exceeded : exceeded.filter(isLoud))
    count(own, 'limitHit', limitKey.name);
  return {
    granted,
    withheld: granted && exceeded.length > 0,
    limitKeys: [...counted.filter(isLoud), ...counted.filter((one) => !isLoud(one))].map(
      ({ limitKey }) => limitKey,
    ),
    statuses: evaluated.filter(isLoud).map(({ status }) => status),
    at,
  };
}

/** Returns the caller's status under one of the limits that a call was counted under. */
export function limitStatusUnder(
  { limitKeys, statuses }: Reservation,
  name: LimitName,
): LimitStatus | undefined {
  return statuses[limitKeys.map((limitKey) => limitKey.name).indexOf(name)];
}

/** Whether the response depends on a limit. */
function isLoud({ limitKey }: { limitKey: LimitKey }): boolean {
  return limitKey.silent !== true;
}

function isGranted(evaluated: readonly { limitKey: LimitKey; status: LimitStatus }[]): boolean {
  return evaluated.filter(isLoud).every(({ status }) => status.granted);
}

function evaluate(limitKey: KeyedLimit, logs: Record<string, string>, at: number) {
  const { status, log } = evaluateCall(logs[limitKey.key] ?? '', limitKey.value, at);
  return {
    limitKey,
    log,
    status: LIMITS[limitKey.name].per === 'email' ? { ...status, byEmail: true as const } : status,
  };
}

/** Evaluates a call under each limit key without counting it: one statement, without locks. */
export function limitStatusesWithin(own: KeycloakSession, limitKeys: readonly LimitKey[]): LimitStatus[] {
  if (limitKeys.length === 0) return [];
  const keyed = withKeys(limitKeys);
  const logs = read(own, keyed, '');
  const at = currentMillis();
  return keyed.map((limitKey) => {
    const { status } = evaluate(limitKey, logs, at);
    if (!status.granted) count(own, 'limitHit', limitKey.name);
    return status;
  });
}

/** A caller's status under a limit key, without another call. */
export interface LookedUpStatus {
  limitKey: LimitKey;
  status: LimitStatus;
  /** How many calls currently count. */
  calls: number;
}

/** Returns callers' statuses without another call: one statement, without locks. */
export function lookUpStatuses(session: KeycloakSession, limitKeys: readonly LimitKey[]): LookedUpStatus[] {
  const keyed = withKeys(limitKeys);
  const logs = read(session, keyed, '');
  const at = currentMillis();
  return keyed.map((limitKey) => {
    const { calls, ...status } = limitStatusIn(logs[limitKey.key] ?? '', limitKey.value, at);
    return { limitKey, status, calls };
  });
}

/** Locks a caller's row until the transaction ends, inserting it if there is none, and returns how many calls count; needs a retried transaction. */
export function lockCalls(own: KeycloakSession, limitKey: LimitKey): number {
  const keyed = withKeys([limitKey]);
  const logs = lock(own, keyed);
  const at = currentMillis();
  if (Object.keys(logs).length === 0)
    store(
      own,
      keyed.map((one) => ({ limitKey: one, log: '' })),
      logs,
      at,
    );
  return keyed.reduce((calls, { key, value }) => calls + limitStatusIn(logs[key] ?? '', value, at).calls, 0);
}

/** Deletes all calls counted under the limit keys; returns the keys that had any. */
export function resetWithin(own: KeycloakSession, limitKeys: readonly LimitKey[]): LimitKey[] {
  const keyed = withKeys(limitKeys);
  const logs = lock(own, keyed);
  const known = keyed.filter((limitKey) => Object.hasOwn(logs, limitKey.key));
  if (known.length === 0) return [];
  const placeholders = known.map((_, index) => `?${index + 2}`).join(', ');
  execute(own, `DELETE FROM LINKGATE_LIMIT WHERE REALM_ID = ?1 AND LIMIT_KEY IN (${placeholders})`, [
    realmIdOf(own),
    ...known.map(({ key }) => key),
  ]);
  return known;
}

/** The calls of one caller under a limit. */
export interface CallerLog {
  realmId: string;
  name: string;
  log: string;
}

/** Lists the logs that expire last, of all realms, at most `max`. */
export function newestLogs(session: KeycloakSession, max: number): CallerLog[] {
  const sql =
    'SELECT REALM_ID, LIMIT_NAME, CALLS FROM LINKGATE_LIMIT WHERE EXPIRES_AT > ?1 ORDER BY EXPIRES_AT DESC FETCH FIRST ?2 ROWS ONLY';
  const now = Math.floor(currentMillis() / MILLIS_PER_SECOND);
  return select(session, sql, [now, max]).map((row) => ({
    realmId: String(row[0]),
    name: String(row[1]),
    log: row[2] === null ? '' : String(row[2]),
  }));
}

/** Releases a granted call under all limit keys, in a separate transaction. */
export function release(session: KeycloakSession, limitKeys: readonly LimitKey[], at: number): void {
  inOwnTransaction(session, (own) => releaseWithin(own, limitKeys, at));
}

/** Releases a granted call in the current transaction. */
export function releaseWithin(own: KeycloakSession, limitKeys: readonly LimitKey[], at: number): void {
  const keyed = withKeys(limitKeys);
  const logs = lock(own, keyed);
  const counted = keyed.filter((limitKey) => Object.hasOwn(logs, limitKey.key));
  const remaining = counted.map((limitKey) => ({
    limitKey,
    log: withoutCall(logs[limitKey.key] ?? '', at),
  }));
  // The log may have later calls of the caller: the row's expiry is computed from now.
  if (remaining.length > 0) update(own, remaining, currentMillis());
}

/** A caller's log to be written. */
interface Written {
  limitKey: KeyedLimit;
  log: string;
}

/**
 * Locks and returns the existing logs by their keys, until this transaction ends. Rows are locked, and new ones inserted afterwards, in the
 * order of their keys, to avoid deadlocks.
 */
function lock(own: KeycloakSession, limitKeys: readonly KeyedLimit[]): Record<string, string> {
  return read(own, limitKeys, 'ORDER BY LIMIT_KEY FOR UPDATE');
}

function read(
  own: KeycloakSession,
  limitKeys: readonly KeyedLimit[],
  how: '' | 'ORDER BY LIMIT_KEY FOR UPDATE',
): Record<string, string> {
  if (limitKeys.length === 0) return {};
  const placeholders = limitKeys.map((_, index) => `?${index + 2}`).join(', ');
  const rows = select(
    own,
    `SELECT LIMIT_KEY, CALLS FROM LINKGATE_LIMIT WHERE REALM_ID = ?1 AND LIMIT_KEY IN (${placeholders}) ${how}`,
    [realmIdOf(own), ...limitKeys.map(({ key }) => key)],
  );
  return Object.fromEntries(rows.map((row) => [String(row[0]), row[1] === null ? '' : String(row[1])]));
}

function store(
  own: KeycloakSession,
  written: readonly Written[],
  before: Record<string, string>,
  at: number,
): void {
  const known = written.filter(({ limitKey }) => Object.hasOwn(before, limitKey.key));
  if (known.length > 0) update(own, known, at);
  const fresh = written.filter((one) => !known.includes(one));
  for (const { limitKey, log } of fresh.sort((one, other) =>
    one.limitKey.key < other.limitKey.key ? -1 : 1,
  ))
    insert(own, 'LINKGATE_LIMIT', {
      REALM_ID: realmIdOf(own),
      LIMIT_KEY: limitKey.key,
      LIMIT_NAME: limitKey.name,
      CALLS: log,
      EXPIRES_AT: endOf(limitKey, at),
    });
}

/** Updates all locked rows with one statement. */
function update(own: KeycloakSession, written: readonly Written[], at: number): void {
  const values: Parameter[] = [realmIdOf(own)];
  const placeholder = (value: Parameter) => `?${values.push(value)}`;
  const rows = written.map(({ limitKey, log }) => ({
    key: placeholder(limitKey.key),
    calls: placeholder(log),
    end: placeholder(endOf(limitKey, at)),
  }));
  const calls = rows.map(({ key, calls }) => `WHEN ${key} THEN ${calls}`).join(' ');
  const ends = rows.map(({ key, end }) => `WHEN ${key} THEN ${end}`).join(' ');
  const keys = rows.map(({ key }) => key).join(', ');
  execute(
    own,
    `UPDATE LINKGATE_LIMIT SET CALLS = CASE LIMIT_KEY ${calls} ELSE CALLS END, EXPIRES_AT = CASE LIMIT_KEY ${ends} ELSE EXPIRES_AT END WHERE REALM_ID = ?1 AND LIMIT_KEY IN (${keys})`,
    values,
  );
}

/** Returns when the last of a caller's calls leaves the window, in Unix seconds. */
function endOf({ value }: LimitKey, at: number): number {
  return Math.ceil(at / MILLIS_PER_SECOND) + value.seconds;
}

function withKeys(limitKeys: readonly LimitKey[]): KeyedLimit[] {
  return limitKeys.map((limitKey) => ({ ...limitKey, key: sha256(`${limitKey.name} ${limitKey.caller}`) }));
}
