/** A running Java program, inspected by the JDK's tools. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The process of the server that listens on that HTTP port. */
export async function processAt(httpPort: number): Promise<number> {
  const { stdout } = await run('jcmd', ['-l']);
  const port = `--http-port=${httpPort}`;
  const pid = stdout
    .split('\n')
    .find((line) => line.split(' ').includes(port))
    ?.split(' ')[0];
  if (pid === undefined) throw new Error(`no Java program with ${port}`);
  return Number(pid);
}

/** Runs a full garbage collection. */
export async function collectGarbage(httpPort: number): Promise<void> {
  await run('jcmd', [String(await processAt(httpPort)), 'GC.run']);
}

/** Writes the heap's live objects to a file, which must not exist yet. */
export async function dumpHeap(httpPort: number, file: string): Promise<void> {
  await run('jcmd', [String(await processAt(httpPort)), 'GC.heap_dump', file]);
}
