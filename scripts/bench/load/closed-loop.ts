/** Load by a fixed number of clients, each of which starts again when it is done, and its cost for the server. */
import { setTimeout as wait } from 'node:timers/promises';
import { Rejected } from './http.ts';
import { cpuMillis, ownThreadsCpuMillis, residentBytes } from './process.ts';

const MOST_TRIES = 60;
const PAUSE_MILLIS = 500;

/** The repeated work. */
export interface Load {
  /** How often in all. */
  count: number;
  /** How many at the same time. */
  clients: number;
  /** Numbers start at 0; each is used once. */
  work: (number: number) => Promise<unknown>;
}

/** What a load cost. */
export interface LoadResult {
  count: number;
  seconds: number;
  /** Of the server. */
  cpuMillis: number;
  /** The JVM's own share of it. */
  compilingCpuMillis: number;
  collectingCpuMillis: number;
  /** Of this process, which generates the load and receives the email. */
  ownCpuMillis: number;
  /** Of the server, at the end. */
  residentBytes: number;
  /** From beginning to end of each. */
  latenciesMillis: number[];
}

/** Runs the load; a rejected client tries again, as users do. */
export async function runLoad({ work, ...load }: Load): Promise<void> {
  await runClients({ ...load, work: (number) => patiently(() => work(number)) });
}

/** Each client stops at the first failure, and so does the whole load. */
async function runClients({ count, clients, work }: Load): Promise<number[]> {
  const latencies: number[] = [];
  let next = 0;
  const client = async () => {
    while (next < count) {
      const number = next++;
      const startedAt = performance.now();
      await work(number).catch((failure: unknown) => {
        next = count;
        throw failure;
      });
      latencies.push(performance.now() - startedAt);
    }
  };
  const ends = await Promise.allSettled(Array.from({ length: Math.min(clients, count) }, client));
  const failed = ends.find((end) => end.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
  return latencies;
}

async function patiently(work: () => Promise<unknown>): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await work();
      return;
    } catch (failure) {
      if (!(failure instanceof Rejected) || tries === MOST_TRIES) throw failure;
      await wait(PAUSE_MILLIS);
    }
  }
}

/** The same, measured: fails if a request is rejected, because the figures would be for a different load. */
export async function measureLoad(pid: number, load: Load): Promise<LoadResult> {
  const threadsBefore = await ownThreadsCpuMillis(pid);
  const cpuBefore = await cpuMillis(pid);
  const ownBefore = process.cpuUsage();
  const startedAt = performance.now();
  const latenciesMillis = await runClients(load);
  const seconds = (performance.now() - startedAt) / 1000;
  const own = process.cpuUsage(ownBefore);
  const cpuAfter = await cpuMillis(pid);
  const threads = await ownThreadsCpuMillis(pid);
  return {
    count: load.count,
    seconds,
    cpuMillis: cpuAfter - cpuBefore,
    compilingCpuMillis: threads.compiling - threadsBefore.compiling,
    collectingCpuMillis: threads.collecting - threadsBefore.collecting,
    ownCpuMillis: (own.user + own.system) / 1000,
    residentBytes: await residentBytes(pid),
    latenciesMillis,
  };
}

/** The server's processor time for one. */
export function cpuMillisEach({ cpuMillis: all, count }: LoadResult): number {
  return all / count;
}

/** How many were done in a second. */
export function perSecond({ count, seconds }: LoadResult): number {
  return count / seconds;
}
