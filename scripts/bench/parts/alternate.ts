/** Two servers under the same kind of load, alternating, so that changes on the machine affect both. */
import { table } from '../../cli/table.ts';
import type { BenchContext } from '../bench-context.ts';
import {
  cpuMillisEach,
  databaseCpuMillisEach,
  type Load,
  type LoadResult,
  measureLoad,
  perSecond,
  runLoad,
} from '../load/closed-loop.ts';
import { cpuMillis } from '../load/process.ts';
import type { BenchServer } from '../servers/server.ts';
import { median, ratios, spread } from '../statistics.ts';

const BYTES_PER_MEBIBYTE = 1024 * 1024;
const CREDENTIALS_PER_SIGN_IN = 2;
/** The server that isn't being measured should use less than this share of what the measured one uses. */
const IDLE_LIMIT = 0.02;

/** The table, and the figures of each round. */
export interface Comparison {
  text: string;
  result: unknown;
}

/** A server, its sign-ins, and requests that are measured as well. */
export interface Side {
  server: BenchServer;
  load: (count: number) => Load;
  credentials?: (count: number) => Load;
}

/** A round on one server. */
interface Round {
  signIns: LoadResult;
  credentials: LoadResult | undefined;
}

/** The figures of a round, by the names of their columns. */
const COLUMNS: Record<string, (signIns: LoadResult) => number> = {
  'CPU ms': cpuMillisEach,
  "PostgreSQL's CPU ms": databaseCpuMillisEach,
  'sign-ins/s': perSecond,
  'p50 ms': ({ latenciesMillis }) => median(latenciesMillis),
  'resident MiB': ({ residentBytes }) => residentBytes / BYTES_PER_MEBIBYTE,
  'load CPU ms': ({ ownCpuMillis, count }) => ownCpuMillis / count,
};
const CREDENTIALS_COLUMNS: Record<string, (signIns: LoadResult, credentials: LoadResult) => number> = {
  'client credentials CPU ms': (_, credentials) => cpuMillisEach(credentials),
  'in client credentials': (signIns, credentials) => cpuMillisEach(signIns) / cpuMillisEach(credentials),
};

/** Warms both servers up, and measures them in turn. */
export async function alternate(
  context: BenchContext,
  sides: Readonly<Record<string, Side>>,
): Promise<Comparison> {
  const { rounds, warmUp, signIns } = context.options;
  const entries = Object.entries(sides);
  const results: Record<string, Round[]> = {};
  for (const [name, { server, load, credentials }] of entries) {
    results[name] = [];
    context.log(`${server.name}: ${warmUp} sign-ins to warm up…`);
    await runLoad(load(warmUp));
    if (credentials !== undefined) await runLoad(credentials(warmUp));
  }
  for (let number = 1; number <= rounds; number += 1) {
    for (const [name, side] of entries) {
      const idle = entries.filter(([other]) => other !== name).map(([, { server }]) => server);
      const before = await Promise.all(idle.map(({ pid }) => cpuMillis(pid)));
      const round = await measureRound(side, signIns);
      results[name]?.push(round);
      context.log(`round ${number}, ${side.server.name}: ${describe(round)}`);
      const all = round.signIns.cpuMillis + (round.credentials?.cpuMillis ?? 0);
      for (const [index, server] of idle.entries()) {
        const used = (await cpuMillis(server.pid)) - (before[index] ?? 0);
        if (used > IDLE_LIMIT * all)
          context.log(`  ${server.name} wasn't idle: it used ${used} ms meanwhile`);
      }
    }
  }
  return { text: comparison(results), result: results };
}

async function measureRound({ server, load, credentials }: Side, count: number): Promise<Round> {
  const signIns = await measureLoad(server, load(count));
  const requests = credentials?.(count * CREDENTIALS_PER_SIGN_IN);
  return { signIns, credentials: requests && (await measureLoad(server, requests)) };
}

function figuresOf({ signIns, credentials }: Round): Record<string, number> {
  const figures: Record<string, number> = {};
  for (const [name, figure] of Object.entries(COLUMNS)) figures[name] = figure(signIns);
  if (credentials !== undefined)
    for (const [name, figure] of Object.entries(CREDENTIALS_COLUMNS))
      figures[name] = figure(signIns, credentials);
  return figures;
}

function describe(round: Round): string {
  return Object.entries(figuresOf(round))
    .map(([name, value]) => `${name} ${value.toFixed(2)}`)
    .join(', ');
}

function comparison(results: Readonly<Record<string, Round[]>>): string {
  const [[first, ours], [second, theirs]] = Object.entries(results).map(
    ([name, rounds]) => [name, rounds.map(figuresOf)] as const,
  ) as [readonly [string, Record<string, number>[]], readonly [string, Record<string, number>[]]];
  const names = Object.keys(ours[0] ?? {}).filter((name) => theirs[0]?.[name] !== undefined);
  const rows = names.map((name) => {
    const [one, other] = [ours, theirs].map((rounds) =>
      rounds.map((figures) => figures[name] ?? Number.NaN),
    ) as [number[], number[]];
    const ratio = ratios(one, other);
    const shown = [median(one), median(other), median(ratio)].map((value) => value.toFixed(2));
    return [name, ...shown, `${(spread(ratio) * 100).toFixed(0)} %`];
  });
  return table(['median of the rounds', first, second, `${first} : ${second}`, 'spread of it'], rows);
}
