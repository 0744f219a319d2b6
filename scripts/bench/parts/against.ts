/** Whole sign-ins on this checkout's JAR and on another one, in turn: what a change costs or saves. */
import { table } from '../../cli/table.ts';
import { cpuMillisEach, measureLoad, perSecond, runLoad, type Taken } from '../load/closed-loop.ts';
import { person } from '../load/people.ts';
import { clientCredentials } from '../load/plain-realm.ts';
import { signIn } from '../load/sign-in.ts';
import type { Installation } from '../servers/installation.ts';
import { cpuMillis } from '../servers/process.ts';
import type { BenchServer } from '../servers/server.ts';
import { median, ratios, spread } from '../statistics.ts';

const BYTES_PER_MEBIBYTE = 1024 * 1024;
const CREDENTIALS_PER_SIGN_IN = 2;
/** The server that isn't measured shall take less than this part of what the measured one takes. */
const IDLE_LIMIT = 0.02;

/** A round on one server. */
interface Round {
  signIns: Taken;
  credentials: Taken;
  /** What the other server took meanwhile. */
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

/** The table and the raw figures. */
export async function compareJars(
  installation: Installation,
  jar: string,
  log: (line: string) => void,
): Promise<{ text: string; result: unknown }> {
  const { rounds, warmUp } = installation.options;
  const people = peopleFor(warmUp + rounds * installation.options.signIns);
  const own = await installation.start('own', { people });
  const other = await installation.start('against', { jar: { file: jar }, people });
  const servers = [own, other];
  for (const server of servers) {
    log(`${server.name}: ${warmUp} sign-ins to warm up…`);
    await load(installation, server, warmUp);
  }
  const taken: Record<string, Round[]> = { own: [], against: [] };
  for (let number = 1; number <= rounds; number += 1) {
    for (const server of servers) {
      const idle = server === own ? other : own;
      const round = await measureRound(installation, server, idle);
      taken[server.name]?.push(round);
      log(`round ${number}, ${server.name}: ${describe(round)}`);
      const all = round.signIns.cpuMillis + round.credentials.cpuMillis;
      if (round.otherCpuMillis > IDLE_LIMIT * all)
        log(`  ${idle.name} wasn't idle: it took ${round.otherCpuMillis} ms of processor time meanwhile`);
    }
  }
  await Promise.all(servers.map((server) => server.stop()));
  return { text: compared(taken), result: taken };
}

/** People enough that nobody comes near twenty links within an hour. */
export function peopleFor(signIns: number): number {
  return Math.max(256, Math.ceil(signIns / 10));
}

const begun = new WeakMap<BenchServer, number>();

async function load({ options }: Installation, server: BenchServer, count: number) {
  const first = begun.get(server) ?? 0;
  begun.set(server, first + count);
  const { clients } = options;
  await runLoad({
    count,
    clients,
    work: (number) => signIn(server.linkgate, server.somebody(first + number)),
  });
  await runLoad({ count, clients, work: (number) => clientCredentials(server.plain, person(number)) });
}

async function measureRound(
  { options }: Installation,
  server: BenchServer,
  idle: BenchServer,
): Promise<Round> {
  const { signIns: count, clients } = options;
  const first = begun.get(server) ?? 0;
  begun.set(server, first + count);
  const before = await cpuMillis(idle.pid);
  const signIns = await measureLoad(server.pid, {
    count,
    clients,
    work: (number) => signIn(server.linkgate, server.somebody(first + number)),
  });
  const credentials = await measureLoad(server.pid, {
    count: count * CREDENTIALS_PER_SIGN_IN,
    clients,
    work: (number) => clientCredentials(server.plain, person(number)),
  });
  return { signIns, credentials, otherCpuMillis: (await cpuMillis(idle.pid)) - before };
}

function describe(round: Round): string {
  return Object.entries(COLUMNS)
    .map(([name, figure]) => `${name} ${figure(round).toFixed(2)}`)
    .join(', ');
}

function compared({ own = [], against = [] }: Record<string, Round[]>): string {
  const rows = Object.entries(COLUMNS).map(([name, figure]) => {
    const [ours, theirs] = [own.map(figure), against.map(figure)];
    const ratio = ratios(ours, theirs);
    const shown = [median(ours), median(theirs), median(ratio)].map((value) => value.toFixed(2));
    return [name, ...shown, `${(spread(ratio) * 100).toFixed(0)} %`];
  });
  return table(['median of the rounds', 'own', 'against', 'own : against', 'spread of it'], rows);
}
