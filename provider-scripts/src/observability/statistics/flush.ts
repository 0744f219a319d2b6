/** Stores what this node has counted. */
import type { KeycloakSession } from 'keycloak';
import { inRetriedTransaction } from '../../platform/database/sql.ts';
import { HOUR_SECONDS, SLOT_SECONDS, slotOf } from '../metrics/slots.ts';
import type { Counted } from './names.ts';
import { addToStatistic } from './rows.ts';

const Tallies = Java.type('org.linkgate.host.Tallies');

/** Stores each realm's counts in a separate transaction; counts that can't be stored go back to memory. Skips deleted realms. */
export function flushTallies(session: KeycloakSession): void {
  const taken = Tallies.take();
  const byRealm: Record<string, Counted[]> = {};
  for (const key of taken.keySet().toArray()) {
    const [, realmId = '', since = '', name = ''] = /^(.*) (\d+) (\S+)$/.exec(key) ?? [];
    const counted = byRealm[realmId] ?? [];
    byRealm[realmId] = counted;
    counted.push({ name, since: Number(since), amount: Number(taken.get(key)) });
  }
  const realms = Object.entries(byRealm);
  for (let done = 0; done < realms.length; done++) {
    const [realmId, counted] = realms[done] ?? ['', []];
    try {
      if (session.realms().getRealm(realmId) !== null)
        inRetriedTransaction(session, (own) => write(own, realmId, counted));
    } catch (failure) {
      for (const [id, remaining] of realms.slice(done))
        for (const { name, since, amount } of remaining) Tallies.add(`${id} ${since} ${name}`, amount);
      throw failure;
    }
  }
}

/** Writes rows in a fixed order, so that nodes don't deadlock. */
function write(own: KeycloakSession, realmId: string, counted: readonly Counted[]): void {
  for (const seconds of [SLOT_SECONDS, HOUR_SECONDS])
    for (const one of sumBySlot(counted, seconds))
      if (one.amount !== 0) addToStatistic(own, realmId, seconds, one);
}

function sumBySlot(counted: readonly Counted[], seconds: number): Counted[] {
  const sums: Record<string, Counted> = {};
  for (const { name, since, amount } of counted) {
    const key = `${slotOf(since, seconds)} ${name}`;
    const before = sums[key]?.amount ?? 0;
    sums[key] = { name, since: slotOf(since, seconds), amount: before + amount };
  }
  return Object.entries(sums)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([, sum]) => sum);
}
