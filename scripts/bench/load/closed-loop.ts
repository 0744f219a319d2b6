/** Closed-loop load: a fixed number of clients, each of which repeats the work as soon as it is done. Measures its cost for the server. */
import { setTimeout as wait } from 'node:timers/promises';
import { Rejected } from './http.ts';
import { cpuMillis, familyCpuMillis, jvmThreadsCpuMillis, residentBytes } from './process.ts';

const MAX_ATTEMPTS = 60;
const PAUSE_MILLIS = 500;

/** The repeated work. */
export interface Load {
  /** Total number of repetitions. */
  count: number;
  /** Number of concurrent clients. */
  clients: number;
  /** Numbers start at 0; each is used once. */
  work: (number: number) => Promise<unknown>;
}

/** The processes whose cost is measured. */
export interface Measured {
  /** The server's. */
  pid: number;
  /** PostgreSQL's; undefined if the database is embedded. */
  databasePid: number | undefined;
}

/** The measured cost of a load. */
export interface LoadResult {
  count: number;
  seconds: number;
  /** Processor time of the server. */
  cpuMillis: number;
  /** The JVM's own share of it: compiler and garbage collector. */
  compilingCpuMillis: number;
  collectingCpuMillis: number;
  /** Processor time of PostgreSQL; 0 if the database is embedded. */
  databaseCpuMillis: number;
  /** Processor time of this process, which generates the load and receives the email. */
  ownCpuMillis: number;
  /** Memory of the server at the end. */
  residentBytes: number;
  /** Duration of each repetition. */
  latenciesMillis: number[];
}

/** Runs the load without measuring; rejected requests are retried, as users do. */
export async function runLoad({ work, ...load }: Load): Promise<void> {
  await runClients({ ...load, work: (number) => retryWhileRejected(() => work(number)) });
}

/** Stops all clients at the first failure. */
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
  const results = await Promise.allSettled(Array.from({ length: Math.min(clients, count) }, client));
  const failed = results.find((result) => result.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
  return latencies;
}

async function retryWhileRejected(work: () => Promise<unknown>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await work();
      return;
    } catch (failure) {
      if (!(failure instanceof Rejected) || attempt === MAX_ATTEMPTS) throw failure;
      await wait(PAUSE_MILLIS);
    }
  }
}

/** Runs and measures the load. Fails if a request is rejected, because the figures would be for a different load. */
export async function measureLoad({ pid, databasePid }: Measured, load: Load): Promise<LoadResult> {
  const databaseCpu = async () => (databasePid === undefined ? 0 : await familyCpuMillis(databasePid));
  const databaseBefore = await databaseCpu();
  const threadsBefore = await jvmThreadsCpuMillis(pid);
  const cpuBefore = await cpuMillis(pid);
  const ownBefore = process.cpuUsage();
  const startedAt = performance.now();
  const latenciesMillis = await runClients(load);
  const seconds = (performance.now() - startedAt) / 1000;
  const own = process.cpuUsage(ownBefore);
  const cpuAfter = await cpuMillis(pid);
  const threads = await jvmThreadsCpuMillis(pid);
  const databaseAfter = await databaseCpu();
  return {
    count: load.count,
    seconds,
    cpuMillis: cpuAfter - cpuBefore,
    compilingCpuMillis: threads.compiling - threadsBefore.compiling,
    collectingCpuMillis: threads.collecting - threadsBefore.collecting,
    databaseCpuMillis: databaseAfter - databaseBefore,
    ownCpuMillis: (own.user + own.system) / 1000,
    residentBytes: await residentBytes(pid),
    latenciesMillis,
  };
}

/** The server's processor time per repetition. */
export function cpuMillisEach({ cpuMillis: all, count }: LoadResult): number {
  return all / count;
}

/** What the JVM needs of it for compiling code. */
export function compilingMillisEach({ compilingCpuMillis, count }: LoadResult): number {
  return compilingCpuMillis / count;
}

/** What the JVM needs of it for collecting garbage. */
export function collectingMillisEach({ collectingCpuMillis, count }: LoadResult): number {
  return collectingCpuMillis / count;
}

/** PostgreSQL's processor time per repetition. */
export function databaseCpuMillisEach({ databaseCpuMillis, count }: LoadResult): number {
  return databaseCpuMillis / count;
}

/** Repetitions per second. */
export function perSecond({ count, seconds }: LoadResult): number {
  return count / seconds;
}
