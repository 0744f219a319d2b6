/** What the shield has suspected and asked, by the realm's statistics. */
import type { KeycloakSession } from 'keycloak';
import { realmIdOf } from '../../platform/keycloak/realm.ts';
import { SUSPICIONS, type Suspicion } from '../../platform/limits/suspicions.ts';
import { METERS } from '../metrics/meters.ts';
import { flushTallies } from './flush.ts';
import { SHIELD_MISCONFIGURED, SUSPECTED } from './names.ts';
import { QUESTIONS } from './questions.ts';
import { readStatistics } from './rows.ts';

/** Requests for emails in some time: suspected, asked and let through. */
export interface ShieldCounts {
  /** Requests that were suspected, for one reason or more. */
  suspected: number;
  suspicions: Record<Suspicion, number>;
  challenges: Record<(typeof METERS.shield.label.values)[number], number>;
  /** The start of the last slot (Unix seconds) in which the service rejected the realm's secret or site key; null for none. */
  misconfiguredAt: number | null;
}

/** Counts of an hour or a day, from an instant until now: this node's up to now, others' up to their last flush. */
export function shieldCounts(
  session: KeycloakSession,
  span: 'hour' | 'day',
  time: { from: number; now: number },
): ShieldCounts {
  flushTallies(session);
  const counted = readStatistics(session, realmIdOf(session), QUESTIONS.shield[span], time);
  const sum = (parts: typeof counted) => parts.reduce((total, { amount }) => total + amount, 0);
  const suspected = counted.filter(({ name }) => name.startsWith(SUSPECTED));
  const isFor = (reason: Suspicion, name: string) => name.slice(SUSPECTED.length).split('+').includes(reason);
  const { statistic, label } = METERS.shield;
  return {
    suspected: sum(suspected),
    suspicions: sumsOf(SUSPICIONS, (reason) => sum(suspected.filter(({ name }) => isFor(reason, name)))),
    challenges: sumsOf(label.values, (value) =>
      sum(counted.filter(({ name }) => name === `${statistic}.${value}`)),
    ),
    misconfiguredAt: counted.reduce<number | null>(
      (last, { name, since }) => (name === SHIELD_MISCONFIGURED ? Math.max(last ?? 0, since) : last),
      null,
    ),
  };
}

function sumsOf<Value extends string>(
  values: readonly Value[],
  sumOf: (value: Value) => number,
): Record<Value, number> {
  return Object.fromEntries(values.map((value) => [value, sumOf(value)])) as Record<Value, number>;
}
