/** Whole sign-ins on this checkout's JAR and on another one, alternating, to measure the effect of a change. */
import { table } from '../../cli/table.ts';
import type { BenchContext } from '../bench-context.ts';
import { cpuMillisEach, type LoadResult, measureLoad, perSecond } from '../load/closed-loop.ts';
import { cpuMillis } from '../load/process.ts';
import { credentialsLoad, signInLoad } from '../servers/loads.ts';
import type { BenchServer } from '../servers/server.ts';
import { median, ratios, spread } from '../statistics.ts';

const BYTES_PER_MEBIBYTE = 1024 * 1024;
const CREDENTIALS_PER_SIGN_IN = 2;
/** The server that isn't being measured should use less than this share of what the measured one uses. */
const IDLE_LIMIT = 0.02;

/** A round on one server. */
interface Round {
  signIns: LoadResult;
  credentials: LoadResult;
  /** Processor time of the other server in the meantime. */
  otherCpuMillis: number;
}

/** The figures of a round, by the names of their columns. */
const COLUMNS: Record<string, (round: Round) => number> = {
  'CPU ms': ({ signIns }) => cpuMillisEach(signIns),
  'sign-ins/s': ({ signIns }) => perSecond(signIns),
  'p50 ms': ({ signIns }) => median(signIns.latenciesMillis),
  'resident MiB': ({ signIns }) => signIns.residentBytes / BYTES_PER_MEBIBYTE,
  'client credentials CPU ms': ({ credentials }) => cpuMillisEach(credentials),
  'in client credentials': ({ signIns, credentials }) => cpuMillisEach(signIns) / cpuMillisEach(credentials),
  'load CPU ms': ({ signIns }) => signIns.ownCpuMillis / signIns.count,
};

/** Returns the table and the figures of each round. */
export async function compareJars(
  context: BenchContext,
  jar: string,
): Promise<{ text: string; result: unknown }> {
  const { rounds, warmUp, signIns } = context.options;
  const own = await context.start('own');
  const other = await context.start('against', { plugin: { jar } });
  const results: Record<'own' | 'against', Round[]> = { own: [], against: [] };
  const turns = [
    { server: own, idle: other, rounds: results.own },
    { server: other, idle: own, rounds: results.against },
  ];
  for (const { server } of turns) {
    await server.makeStockRealm({ users: 0 });
    await server.makeLinkgateRealm(context.users(warmUp + rounds * signIns));
    await context.warmUp(server, signInLoad);
  }
  for (let number = 1; number <= rounds; number += 1) {
    for (const turn of turns) {
      const round = await measureRound(context, turn.server, turn.idle);
      turn.rounds.push(round);
      context.log(`round ${number}, ${turn.server.name}: ${describe(round)}`);
      const all = round.signIns.cpuMillis + round.credentials.cpuMillis;
      if (round.otherCpuMillis > IDLE_LIMIT * all)
        context.log(`  ${turn.idle.name} wasn't idle: it used ${round.otherCpuMillis} ms meanwhile`);
    }
  }
  return { text: comparison(results), result: results };
}

async function measureRound(
  { options }: BenchContext,
  server: BenchServer,
  idle: BenchServer,
): Promise<Round> {
  const { signIns: count, clients } = options;
  const before = await cpuMillis(idle.pid);
  const signIns = await measureLoad(server, signInLoad(server, count, clients));
  const requests = count * CREDENTIALS_PER_SIGN_IN;
  const credentials = await measureLoad(server, credentialsLoad(server, requests, clients));
  return { signIns, credentials, otherCpuMillis: (await cpuMillis(idle.pid)) - before };
}

function describe(round: Round): string {
  return Object.entries(COLUMNS)
    .map(([name, figure]) => `${name} ${figure(round).toFixed(2)}`)
    .join(', ');
}

function comparison({ own, against }: Record<'own' | 'against', Round[]>): string {
  const rows = Object.entries(COLUMNS).map(([name, figure]) => {
    const [ours, theirs] = [own.map(figure), against.map(figure)];
    const ratio = ratios(ours, theirs);
    const shown = [median(ours), median(theirs), median(ratio)].map((value) => value.toFixed(2));
    return [name, ...shown, `${(spread(ratio) * 100).toFixed(0)} %`];
  });
  return table(['median of the rounds', 'own', 'against', 'own : against', 'spread of it'], rows);
}
