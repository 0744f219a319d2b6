/** Measures starts, sign-ins and memory of the plugin on Rhino and on GraalJS, alternating. */
import { table } from '../../cli/table.ts';
import type { BenchContext, Plugin } from '../bench-context.ts';
import { cpuMillisEach, measureLoad, runLoad } from '../load/closed-loop.ts';
import { tokenForClient } from '../load/plain-realm.ts';
import { liveHeapBytes, residentBytes } from '../load/process.ts';
import { caller, signInLoad } from '../servers/loads.ts';
import type { BenchServer } from '../servers/server.ts';
import { median, ratios, spread } from '../statistics.ts';
import { buildGraaljs } from './build.ts';

const BYTES_PER_MEBIBYTE = 1024 * 1024;
const ENGINES = ['rhino', 'graaljs'] as const;
type EngineName = (typeof ENGINES)[number];
/** The GraalJS variant supports one request at a time. */
const CLIENTS = 1;

/** A round's figures, by the names of their rows. */
type Round = Record<string, number>;

/** Returns the table and the figures of each round. Only one of the two servers runs at a time. */
export async function compareEngines(context: BenchContext): Promise<{ text: string; result: unknown }> {
  const { rounds, warmUp, signIns } = context.options;
  const plugins: Record<EngineName, Plugin> = { rhino: 'own', graaljs: await buildGraaljs(context.log) };
  const results: Record<EngineName, Round[]> = { rhino: [], graaljs: [] };
  const servers = new Map<EngineName, BenchServer>();
  for (const engine of ENGINES) {
    const server = await context.start(engine, { plugin: plugins[engine] });
    await server.makeLinkgateRealm(context.users(rounds * (warmUp + signIns)));
    await server.stop();
    servers.set(engine, server);
  }
  for (let round = 1; round <= rounds; round += 1) {
    for (const [engine, server] of servers) {
      const figures = await measureRound(context, server);
      results[engine].push(figures);
      const shown = Object.entries(figures).map(([name, value]) => `${name} ${value.toFixed(1)}`);
      context.log(`round ${round}, ${engine}: ${shown.join(', ')}`);
    }
  }
  return { text: comparison(results), result: results };
}

/** Starts the server, makes a first call, runs warm-up and measured sign-ins, and stops the server. */
async function measureRound({ options }: BenchContext, server: BenchServer): Promise<Round> {
  const ready = await server.restart();
  const startedAt = performance.now();
  await tokenForClient(
    server.connections,
    `${server.linkgate.path}/token`,
    server.linkgate.service,
    caller(0),
  );
  const firstCall = performance.now() - startedAt;
  await runLoad(signInLoad(server, options.warmUp, CLIENTS));
  const measured = await measureLoad(server, signInLoad(server, options.signIns, CLIENTS));
  const resident = await residentBytes(server.pid);
  const heap = await liveHeapBytes(server.pid);
  await server.stop();
  return {
    'start, ms': ready,
    'first call, ms': firstCall,
    'a sign-in, CPU ms': cpuMillisEach(measured),
    'a sign-in, median ms': median(measured.latenciesMillis),
    'resident, MiB': resident / BYTES_PER_MEBIBYTE,
    'live heap, MiB': heap / BYTES_PER_MEBIBYTE,
  };
}

function comparison(results: Record<EngineName, Round[]>): string {
  const names = Object.keys(results.rhino[0] ?? {});
  const rows = names.map((name) => {
    const [rhino, graaljs] = ENGINES.map((engine) =>
      results[engine].map((round) => round[name] ?? Number.NaN),
    );
    const ratio = ratios(graaljs ?? [], rhino ?? []);
    const shown = [median(rhino ?? []), median(graaljs ?? []), median(ratio)].map((value) =>
      value.toFixed(1),
    );
    return [name, ...shown, `${(spread(ratio) * 100).toFixed(0)} %`];
  });
  return table(['median of the rounds', 'Rhino', 'GraalJS', 'GraalJS : Rhino', 'spread of it'], rows);
}
