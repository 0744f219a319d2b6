/** Two variants of a server, restarted in each round, alternating: their starts, sign-ins and memory. */
import { table } from '../../cli/table.ts';
import type { BenchContext, Plugin } from '../bench-context.ts';
import {
  collectingMillisEach,
  compilingMillisEach,
  cpuMillisEach,
  measureLoad,
} from '../load/closed-loop.ts';
import { liveHeapBytes, residentBytes } from '../load/process.ts';
import { tokenForClient } from '../load/stock-realm.ts';
import { caller, signInLoad } from '../servers/loads.ts';
import type { BenchServer, ServerOptions } from '../servers/server.ts';
import { median, ratios, spread } from '../statistics.ts';

const BYTES_PER_MEBIBYTE = 1024 * 1024;

/** How a server differs from the others. */
interface Variant {
  plugin?: Plugin;
  env?: ServerOptions['env'];
}

/** A round's figures, by the names of their rows. */
type Round = Record<string, number>;

/** Returns the table and the figures of each round, by the variants' names. Only one server runs at a time. */
export async function compareRestarted(
  context: BenchContext,
  variants: Readonly<Record<string, Variant>>,
  clients: number,
): Promise<{ text: string; result: unknown }> {
  const { rounds, warmUp, signIns } = context.options;
  const results: Record<string, Round[]> = {};
  const servers: [string, BenchServer][] = [];
  for (const [name, variant] of Object.entries(variants)) {
    const server = await context.start(name, variant);
    await server.makeLinkgateRealm(context.users(rounds * (warmUp + signIns)));
    await server.stop();
    servers.push([name, server]);
    results[name] = [];
  }
  for (let round = 1; round <= rounds; round += 1) {
    for (const [name, server] of servers) {
      const figures = await measureRound(context, server, clients);
      results[name]?.push(figures);
      const shown = Object.entries(figures).map(([figure, value]) => `${figure} ${value.toFixed(1)}`);
      context.log(`round ${round}, ${name}: ${shown.join(', ')}`);
    }
  }
  return { text: comparison(results), result: results };
}

/** Starts the server, makes a first call, runs warm-up and measured sign-ins, and stops the server. */
async function measureRound({ options }: BenchContext, server: BenchServer, clients: number): Promise<Round> {
  const ready = await server.restart();
  const startedAt = performance.now();
  await tokenForClient(
    server.connections,
    `${server.linkgate.path}/token`,
    server.linkgate.service,
    caller(0),
  );
  const firstCall = performance.now() - startedAt;
  const first = await measureLoad(server, signInLoad(server, options.warmUp, clients));
  const measured = await measureLoad(server, signInLoad(server, options.signIns, clients));
  const resident = await residentBytes(server.pid);
  const heap = await liveHeapBytes(server.pid);
  await server.stop();
  return {
    'start, ms': ready,
    'first call, ms': firstCall,
    'each of the first sign-ins, CPU ms': cpuMillisEach(first),
    'a later sign-in, CPU ms': cpuMillisEach(measured),
    'of that, compiling': compilingMillisEach(measured),
    'of that, collecting garbage': collectingMillisEach(measured),
    'a later sign-in, median ms': median(measured.latenciesMillis),
    'resident, MiB': resident / BYTES_PER_MEBIBYTE,
    'live heap, MiB': heap / BYTES_PER_MEBIBYTE,
  };
}

function comparison(results: Readonly<Record<string, Round[]>>): string {
  const [[firstName = '', first = []] = [], [otherName = '', other = []] = []] = Object.entries(results);
  const rows = Object.keys(first[0] ?? {}).map((name) => {
    const [ours, others] = [first, other].map((rounds) => rounds.map((round) => round[name] ?? Number.NaN));
    const ratio = ratios(others ?? [], ours ?? []);
    const shown = [median(ours ?? []), median(others ?? [])].map((value) => value.toFixed(1));
    return [name, ...shown, median(ratio).toFixed(2), `${(spread(ratio) * 100).toFixed(0)} %`];
  });
  return table(
    ['median of the rounds', firstName, otherName, `${otherName} : ${firstName}`, 'spread of it'],
    rows,
  );
}
