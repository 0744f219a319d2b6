/** Drives the host's classes without a server: a program of `test/host`, on the plugin and the server's libraries, which prints JSON. */
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from '../../scripts/build/root.ts';
import { engineClassPath } from '../engine/class-path.ts';

const run = promisify(execFile);

/** Runs it, with options for the JVM; returns what it printed. */
export async function runProbe<Printed>(name: string, options: readonly string[] = []): Promise<Printed> {
  const java = process.env.JAVA_HOME ? path.join(process.env.JAVA_HOME, 'bin', 'java') : 'java';
  const folder = path.join(ROOT, 'test', 'host');
  const program = path.join(folder, `${name}.java`);
  const { stdout } = await run(java, [...options, '-cp', await engineClassPath(folder), program]);
  return JSON.parse(stdout) as Printed;
}
