/** Counts calls exactly, across nodes and restarts: a row of the database per policy and caller. */
import type { KeycloakSession } from 'keycloak';
import { execute, inOwnTransaction, insert, select } from '../database/sql.ts';
import { count } from '../metrics/count.ts';
import type { LimitName } from '../metrics/meters.ts';
import { requireRealm } from '../protocol/base-url.ts';
import type { Rate } from './policies.ts';
import { judgeCall, withoutCall } from './sliding-log.ts';
import type { Standing } from './standing.ts';

const HashUtils = Java.type('org.keycloak.jose.jws.crypto.HashUtils');
const StandardCharsets = Java.type('java.nio.charset.StandardCharsets');
const Time = Java.type('org.keycloak.common.util.Time');

/** Two callers who are counted for the first time may collide; whoever lost begins again and finds the row. */
const MAX_ATTEMPTS = 5;
const MILLIS_PER_SECOND = 1000;

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
  /** In the order of the demands. */
  standings: Standing[];
  /** What takes the call back: Unix milliseconds. */
  at: number;
}

/**
 * Counts one call under every demand, or under none when one of them refuses it. In a transaction of its own, which locks the rows in the
 * order of the demands: give them in the same order everywhere.
 */
export function reserve(session: KeycloakSession, demands: readonly Demand[]): Reservation {
  for (let attempt = 1; ; attempt++) {
    try {
      return inOwnTransaction(session, (own) => reserveNow(own, demands));
    } catch (failure) {
      if (attempt >= MAX_ATTEMPTS) throw failure;
    }
  }
}

/** Takes a granted call back under every demand. */
export function release(session: KeycloakSession, demands: readonly Demand[], at: number): void {
  inOwnTransaction(session, (own) => {
    for (const demand of demands) store(own, demand, withoutCall(lock(own, demand), at), at);
  });
}

function reserveNow(session: KeycloakSession, demands: readonly Demand[]): Reservation {
  const logs = demands.map((demand) => lock(session, demand));
  const at = Number(Time.currentTimeMillis());
  const judged = demands.map((demand, index) => judgeCall(logs[index] ?? '', demand.rate, at));
  const granted = judged.every(({ standing }) => standing.granted);
  for (let i = 0; i < demands.length; i++) {
    const [demand, outcome] = [demands[i], judged[i]];
    if (!demand || !outcome) continue;
    if (granted) store(session, demand, outcome.log, at);
    else if (!outcome.standing.granted) count('limitHit', demand.policy);
  }
  return { granted, standings: judged.map(({ standing }) => standing), at };
}

/** The log of a caller, whose row nobody else can read to count until this transaction ends. */
function lock(session: KeycloakSession, demand: Demand): string {
  const found = select(
    session,
    'SELECT CALLS, EXPIRES_AT FROM LINKGATE_RATE WHERE REALM_ID = ?1 AND RATE_KEY = ?2 FOR UPDATE',
    identity(session, demand),
  )[0];
  if (found !== undefined) return found[0] === null ? '' : String(found[0]);
  const [REALM_ID, RATE_KEY] = identity(session, demand);
  insert(session, 'LINKGATE_RATE', { REALM_ID, RATE_KEY, CALLS: null, EXPIRES_AT: 0 });
  return '';
}

function store(session: KeycloakSession, demand: Demand, log: string, at: number): void {
  const expiresAt = Math.ceil(at / MILLIS_PER_SECOND) + demand.rate.seconds;
  const [realmId, key] = identity(session, demand);
  execute(
    session,
    'UPDATE LINKGATE_RATE SET CALLS = ?1, EXPIRES_AT = ?2 WHERE REALM_ID = ?3 AND RATE_KEY = ?4',
    [log, expiresAt, realmId, key],
  );
}

function identity(session: KeycloakSession, { policy, caller }: Demand): [string, string] {
  const key = HashUtils.sha256UrlEncodedHash(`${policy} ${caller}`, StandardCharsets.UTF_8);
  return [requireRealm(session).getId(), key];
}
