/**
 * Vitest setup for each test file: records the file's CPU time in seconds for the reporter (`LINKGATE_TIMINGS=1`). It counts the
 * worker's process, the programs that it started and that have ended, and the servers of this worker. Linux only.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, inject } from 'vitest';

/** The unit of processor time in Linux, per second. */
const TICKS_PER_SECOND = 100;
/**
 * The fields of `/proc/<id>/stat` with the times, counted after the name, which may contain blanks: of the process, and of its
 * ended children.
 */
const TIMES = { own: [11, 12], withChildren: [11, 12, 13, 14] } as const;

declare module 'vitest' {
  interface TaskMeta {
    /** Processor seconds. */
    cost?: number;
  }
}

if (process.env.LINKGATE_TIMINGS === '1' && process.platform === 'linux') {
  let servers: string[] = [];
  let before = 0;
  const spent = () => {
    const ofServers = servers.reduce((sum, id) => sum + timesOf(id, TIMES.own), 0);
    return timesOf(String(process.pid), TIMES.withChildren) + ofServers;
  };
  beforeAll(() => {
    servers = serversOfFile();
    before = spent();
  });
  // biome-ignore lint/correctness/noEmptyPattern: Vitest requires fixtures to be destructured, and none is needed.
  afterAll(({}, suite) => {
    suite.meta.cost = spent() - before;
  });
}

/** The process IDs of the Keycloak nodes that were started for this worker, by their ports. */
function serversOfFile(): string[] {
  const urls = [provided('site')?.serverUrl, ...(provided('cluster')?.nodes ?? []).map(({ url }) => url)];
  const options = urls.flatMap((url) => (url === undefined ? [] : [`--http-port=${new URL(url).port}`]));
  return readdirSync('/proc').filter((id) => {
    if (!/^\d+$/.test(id)) return false;
    const words = readOrNothing(`/proc/${id}/cmdline`).split('\0');
    return words[0]?.endsWith('java') === true && options.some((option) => words.includes(option));
  });
}

function provided<Key extends 'site' | 'cluster'>(key: Key) {
  try {
    return inject(key);
  } catch {
    return undefined;
  }
}

function timesOf(id: string, fields: readonly number[]): number {
  const stat = readOrNothing(`/proc/${id}/stat`);
  const values = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields.reduce((sum, field) => sum + Number(values[field] ?? 0), 0) / TICKS_PER_SECOND;
}

/** A process may have ended meanwhile. */
function readOrNothing(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
