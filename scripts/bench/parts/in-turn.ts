/** Loads on warm servers in turn, so that changes on the machine affect all of them. */
import type { BenchContext } from '../bench-context.ts';
import type { Series } from '../finding.ts';
import {
  cpuMillisEach,
  databaseCpuMillisEach,
  type Load,
  type LoadResult,
  measureLoad,
  perSecond,
  runLoad,
} from '../load/closed-loop.ts';
import type { BenchServer } from '../servers/server.ts';

/** A load, and the server that it is for. */
export interface ServerLoad extends Load {
  server: BenchServer;
}

/** Measures loads by their names, once in each round; before the first round each runs once without being measured. */
export async function inTurn<Name extends string>(
  { options, log }: Pick<BenchContext, 'options' | 'log'>,
  loads: Readonly<Record<Name, ServerLoad>>,
): Promise<Record<Name, LoadResult[]>> {
  const names = Object.keys(loads) as Name[];
  const results = Object.fromEntries(names.map((name) => [name, [] as LoadResult[]])) as Record<
    Name,
    LoadResult[]
  >;
  for (const name of names) await runLoad(loads[name]);
  for (let round = 1; round <= options.rounds; round += 1) {
    for (const name of names) results[name].push(await measureLoad(loads[name].server, loads[name]));
    const shown = names.map((name) => `${name} ${results[name].slice(-1).map(cpuMillisEach)[0]?.toFixed(1)}`);
    log(`round ${round}: processor time, ms: ${shown.join(', ')}`);
  }
  return results;
}

/** Rates and processor times of a load, for the report. */
export function costSeries(name: string, results: readonly LoadResult[]): Series[] {
  return [
    { name, unit: '/s', values: results.map(perSecond) },
    { name: `processor time, ${name}`, unit: 'ms', values: results.map(cpuMillisEach) },
    {
      name: `PostgreSQL's processor time, ${name}`,
      unit: 'ms',
      values: results.map(databaseCpuMillisEach),
    },
  ];
}
