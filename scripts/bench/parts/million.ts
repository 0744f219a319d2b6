/** Whole sign-ins on a database with a million accounts, links and devices, compared with one with few. */
import { HEAP_MEGABYTES } from '../../server/node.ts';
import { measureLoad, runLoad } from '../load/closed-loop.ts';
import type { Part } from '../part.ts';
import { insertRows } from '../servers/insert-rows.ts';
import { signInLoad } from '../servers/loads.ts';
import { quantile, ratios } from '../statistics.ts';

/** So few that requests don't wait for a processor. */
const CLIENTS = 2;
/** Turns alternate within a round: with too few sign-ins, a single garbage collection would determine the p99. */
const TURNS_PER_ROUND = 8;
const SIGN_INS_PER_TURN = 0.5;
/**
 * The heap's sizes as shares of the memory, as `kc.sh` sets them in a container. A heap that starts small stays small, its garbage is
 * collected all the time, and that determines the p99.
 */
const CONTAINER_HEAP = { initial: 0.5, max: 0.7 };

export const millionPart: Part = async (context) => {
  const { rounds, signIns, rows, warmUp } = context.options;
  const each = Math.ceil(signIns * SIGN_INS_PER_TURN);
  const users = context.users(warmUp + rounds * TURNS_PER_ROUND * each);
  const database = await context.newDatabase();
  if (database === undefined) {
    context.log('million: skipped, it requires PostgreSQL');
    return [];
  }
  const env = {
    JAVA_OPTS_APPEND: `-Xms${Math.round((HEAP_MEGABYTES * CONTAINER_HEAP.initial) / CONTAINER_HEAP.max)}m`,
  };
  const small = await context.start('few-rows', { env });
  const large = await context.start('many-rows', { database, env });
  for (const server of [small, large]) await server.makeLinkgateRealm(users);
  context.log(`million: inserting ${rows} accounts, links, devices and counters…`);
  await insertRows(database, rows);
  const results: Record<'few' | 'many', number[][]> = { few: [], many: [] };
  for (const server of [small, large]) await runLoad(signInLoad(server, warmUp, CLIENTS));
  for (let round = 1; round <= rounds; round += 1) {
    const few: number[] = [];
    const many: number[] = [];
    for (let turn = 1; turn <= TURNS_PER_ROUND; turn += 1) {
      few.push(...(await measureLoad(small, signInLoad(small, each, CLIENTS))).latenciesMillis);
      many.push(...(await measureLoad(large, signInLoad(large, each, CLIENTS))).latenciesMillis);
    }
    results.few.push(few);
    results.many.push(many);
    const shown = [results.few, results.many].map((all) => latencies(all, 0.99).at(-1)?.toFixed(1));
    context.log(`million, round ${round}: p99 ${shown.join(' and ')} ms`);
  }
  return [
    {
      row: 'million-p99',
      rounds: ratios(latencies(results.many, 0.99), latencies(results.few, 0.99)),
      beside: [
        { name: 'p99 many rows', unit: 'ms', values: latencies(results.many, 0.99) },
        { name: 'p99 few rows', unit: 'ms', values: latencies(results.few, 0.99) },
        { name: 'p50 many rows', unit: 'ms', values: latencies(results.many, 0.5) },
        { name: 'p50 few rows', unit: 'ms', values: latencies(results.few, 0.5) },
      ],
      notes: [
        `${rows} valid rows of each kind beside ${users} accounts that sign in; ${CLIENTS} clients; ${TURNS_PER_ROUND} times ${each} sign-ins a round, alternating; heap sized as in a container.`,
      ],
    },
  ];
};

function latencies(all: readonly number[][], part: number): number[] {
  return all.map((millis) => quantile(millis, part));
}
