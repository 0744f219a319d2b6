/** A running Java program, as its own tools see it. */
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

/** Collects everything that can be. */
export async function collectGarbage(httpPort: number): Promise<void> {
  await run('jcmd', [String(await processAt(httpPort)), 'GC.run']);
}

/** Writes what is alive in the heap to a file, which must not be there. */
export async function dumpHeap(httpPort: number, file: string): Promise<void> {
  await run('jcmd', [String(await processAt(httpPort)), 'GC.heap_dump', file]);
}
