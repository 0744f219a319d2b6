/** The same kind of request to the contract's path with limits on, and to Keycloak's own in a plain realm, in turn. */
import type { BenchContext } from '../bench-context.ts';
import type { Finding } from '../finding.ts';
import {
  cpuMillisEach,
  type Load,
  type LoadResult,
  measureLoad,
  perSecond,
  runLoad,
} from '../load/closed-loop.ts';
import type { User } from '../load/users.ts';
import type { RowName } from '../rows.ts';
import { caller } from '../servers/loads.ts';
import type { BenchServer } from '../servers/server.ts';
import { ratios } from '../statistics.ts';

const CALLS_PER_SIGN_IN = 3;

/** The same kind of request in both realms. */
export interface Pair {
  row: RowName;
  ours: (user: User) => Promise<unknown>;
  plain: (user: User) => Promise<unknown>;
}

/** Measures a pair; the finding's ratio is that of requests a second. */
export async function comparePair(
  { options, log }: Pick<BenchContext, 'options' | 'log'>,
  server: BenchServer,
  { row, ours, plain }: Pair,
): Promise<Finding> {
  const { rounds, signIns, clients } = options;
  const load = (call: Pair['ours']): Load => ({
    count: signIns * CALLS_PER_SIGN_IN,
    clients,
    work: (number) => call(caller(number)),
  });
  const results: Record<'ours' | 'plain', LoadResult[]> = { ours: [], plain: [] };
  for (const call of [ours, plain, ours, plain]) await runLoad(load(call));
  for (let round = 1; round <= rounds; round += 1) {
    results.ours.push(await measureLoad(server.pid, load(ours)));
    results.plain.push(await measureLoad(server.pid, load(plain)));
  }
  const ratio = ratios(results.ours.map(perSecond), results.plain.map(perSecond));
  log(`${row}: ${ratio.map((value) => value.toFixed(2)).join(', ')}`);
  return {
    row,
    rounds: ratio,
    beside: [
      { name: "at the contract's path", unit: '/s', values: results.ours.map(perSecond) },
      { name: 'in the plain realm', unit: '/s', values: results.plain.map(perSecond) },
      { name: "processor time at the contract's path", unit: 'ms', values: results.ours.map(cpuMillisEach) },
      { name: 'processor time in the plain realm', unit: 'ms', values: results.plain.map(cpuMillisEach) },
    ],
    notes: [`${clients} clients; limits are on and count every request.`],
  };
}
