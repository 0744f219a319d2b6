/** Processor time and memory of a running server (Linux). */
import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { Failure } from '../../failure.ts';

const run = promisify(execFile);

/** The kernel counts processor time in ticks: 100 a second on every Linux that Keycloak runs on. */
const MILLIS_PER_TICK = 10;
/** The positions of utime and cutime among the fields after the program's name in /proc/<pid>/stat; stime and cstime follow them. */
const UTIME = 11;
const ENDED_CHILDREN_UTIME = 13;
const BYTES_PER_KILOBYTE = 1024;
/** A class histogram has a line for each class. */
const MAX_OUTPUT_BYTES = 64 * 1024 * 1024;

/**
 * The Java program that listens on that HTTP port.
 * @throws Failure when there is none, or no /proc to find it in
 */
export async function javaProcess(httpPort: number): Promise<number> {
  const pids = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name));
  for (const pid of pids) {
    const text = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    const [program = '', ...words] = text.split('\0');
    if (path.basename(program) === 'java' && words.includes(`--http-port=${httpPort}`)) return Number(pid);
  }
  throw new Failure(`No Java program with --http-port=${httpPort}: the benchmark needs Linux with /proc.`);
}

/** Processor time of a process and all of its children, even ended ones: PostgreSQL serves each connection in a separate process. */
export async function familyCpuMillis(pid: number): Promise<number> {
  const { stdout } = await run('ps', ['-o', 'pid=', '--ppid', String(pid)]).catch(() => ({ stdout: '' }));
  const children = stdout.split('\n').filter(Boolean).map(Number);
  // A child that ends meanwhile is counted next time.
  const all = await Promise.all(children.map((child) => cpuMillis(child).catch(() => 0)));
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  return all.reduce(
    (sum, millis) => sum + millis,
    cpuMillisOf(stat) + cpuMillisOf(stat, ENDED_CHILDREN_UTIME),
  );
}

/** Processor time that the process has used so far, in user and system mode, all threads. */
export async function cpuMillis(pid: number): Promise<number> {
  return cpuMillisOf(await readFile(`/proc/${pid}/stat`, 'utf8'));
}

/** From the text of a process's or a thread's `stat`: the field at a position and the next one. */
function cpuMillisOf(stat: string, position = UTIME): number {
  // The program's name is in parentheses and may contain anything.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[position]) + Number(fields[position + 1])) * MILLIS_PER_TICK;
}

/** The JVM's own threads by purpose, by the prefixes of their names. */
const JVM_THREADS = { compiling: /^C[12] Compiler/, collecting: /^(G1|GC Thread|VM Thread)/ } as const;

/** Processor time that the JVM has used so far for compiling code and collecting garbage. */
export async function jvmThreadsCpuMillis(pid: number): Promise<Record<keyof typeof JVM_THREADS, number>> {
  const results = { compiling: 0, collecting: 0 };
  for (const thread of await readdir(`/proc/${pid}/task`)) {
    // A thread may end at any moment.
    const stat = await readFile(`/proc/${pid}/task/${thread}/stat`, 'utf8').catch(() => '');
    const name = stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')'));
    for (const kind of ['compiling', 'collecting'] as const)
      if (JVM_THREADS[kind].test(name)) results[kind] += cpuMillisOf(stat);
  }
  return results;
}

/** Resident memory of the process. */
export async function residentBytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) * BYTES_PER_KILOBYTE;
}

/** Number of threads of the process, including the JVM's own. */
export async function threadCount(pid: number): Promise<number> {
  return (await readdir(`/proc/${pid}/task`)).length;
}

/** Committed heap and metaspace, and the largest size of compiled code so far. */
export async function jvmMemoryBytes(pid: number): Promise<Record<'heap' | 'metaspace' | 'code', number>> {
  const info = (await jcmd(pid, 'GC.heap_info')) + (await jcmd(pid, 'VM.metaspace', 'basic'));
  const caches = await jcmd(pid, 'Compiler.codecache');
  const bytes = (kilobytes: string | undefined) => Number(kilobytes) * BYTES_PER_KILOBYTE;
  return {
    // Java 17 prints "total 1024K", later ones "total reserved 2048K, committed 1024K".
    heap: bytes(/heap\s+total (?:reserved \d+K, committed )?(\d+)K/.exec(info)?.[1]),
    metaspace: bytes(/^\s*Metaspace\s+used \d+K, committed (\d+)K/m.exec(info)?.[1]),
    code: [...caches.matchAll(/^CodeHeap .*max_used=(\d+)Kb/gm)]
      .map(([, max]) => bytes(max))
      .reduce((sum, each) => sum + each, 0),
  };
}

/** The objects of a class. */
export interface ClassObjects {
  count: number;
  bytes: number;
}

/** The objects on the heap after a full collection, by the names of their classes. */
export async function liveObjects(pid: number): Promise<Map<string, ClassObjects>> {
  await jcmd(pid, 'GC.run');
  // `-all` would count garbage; without it the histogram collects first, too.
  return readHistogram(await jcmd(pid, 'GC.class_histogram'));
}

/** Parses a class histogram; classes of the same name are summed. */
export function readHistogram(text: string): Map<string, ClassObjects> {
  const classes = new Map<string, ClassObjects>();
  for (const [, count, bytes, name = ''] of text.matchAll(/^\s*\d+:\s+(\d+)\s+(\d+)\s+(\S+)/gm)) {
    const before = classes.get(name) ?? { count: 0, bytes: 0 };
    classes.set(name, { count: before.count + Number(count), bytes: before.bytes + Number(bytes) });
  }
  return classes;
}

/** Heap in use after a full collection. */
export async function liveHeapBytes(pid: number): Promise<number> {
  return [...(await liveObjects(pid)).values()].reduce((sum, { bytes }) => sum + bytes, 0);
}

/** Sends a command to the JVM, and returns its output. */
export async function jcmd(pid: number, ...words: readonly string[]): Promise<string> {
  return (await run(javaTool('jcmd'), [String(pid), ...words], { maxBuffer: MAX_OUTPUT_BYTES })).stdout;
}

/** A program of the JDK: from JAVA_HOME, otherwise the first on the PATH. */
export function javaTool(name: string): string {
  const home = process.env.JAVA_HOME;
  return home ? path.join(home, 'bin', name) : name;
}
