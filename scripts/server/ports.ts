/** Finds out whether ports are free before anything is started on them. */

import { randomInt } from 'node:crypto';
import { mkdir, rmdir, stat } from 'node:fs/promises';
import { createServer, type ListenOptions } from 'node:net';
import { Failure } from '../failure.ts';
import { localPath } from './local-folder.ts';

/** A port that something will listen on. */
export interface WantedPort {
  /** What listens there, for users. */
  name: string;
  /** The environment variable that changes it. */
  variable: string;
  port: number;
}

/**
 * Checks that all of these ports can be listened on.
 * @throws Failure of one line that names the first port that is taken, or wanted twice, and the variable that changes it
 */
export async function requireFreePorts(wanted: readonly WantedPort[]): Promise<void> {
  for (const [index, { name, variable, port }] of wanted.entries()) {
    const same = wanted.slice(0, index).find((other) => other.port === port);
    if (same !== undefined) {
      throw new Failure(
        `Port ${port} is wanted for ${same.name} (${same.variable}) and for ${name} (${variable}): change one.`,
      );
    }
    const problem = await portProblem(port);
    if (problem !== undefined) {
      throw new Failure(`Port ${port} (${name}) ${problem}; set ${variable} to use another one.`);
    }
  }
}

/** Below those that systems give to outgoing connections (from 32768 on), one of which may take a port before its server does. */
const [FIRST_PORT, LAST_PORT] = [20_000, 31_999];
/** By then a claim has been used, or its process has ended. */
const CLAIM_MILLIS = 600_000;

/**
 * A port that is free, and that no other program of this project is about to use, for tests and measurements; with `count`, the first of as
 * many in a row.
 */
export async function freePort(count = 1): Promise<number> {
  for (;;) {
    const first = randomInt(FIRST_PORT, LAST_PORT + 2 - count);
    const ports = Array.from({ length: count }, (_, i) => first + i);
    const claimed = await Promise.all(ports.map(claim));
    const problems = await Promise.all(ports.map(portProblem));
    if (claimed.every((mine) => mine) && problems.every((problem) => problem === undefined)) return first;
  }
}

/** Claims a port unless another process did so recently: the process that creates the port's folder owns it. */
async function claim(port: number): Promise<boolean> {
  const folder = localPath('ports', String(port));
  await mkdir(localPath('ports'), { recursive: true });
  const make = () =>
    mkdir(folder).then(
      () => true,
      () => false,
    );
  if (await make()) return true;
  const { mtimeMs } = await stat(folder).catch(() => ({ mtimeMs: Date.now() }));
  if (Date.now() - mtimeMs < CLAIM_MILLIS) return false;
  await rmdir(folder).catch(() => {});
  return await make();
}

/**
 * Why nothing can listen on the port, as the end of a sentence, or undefined. All addresses count: `localhost` means two of them,
 * and macOS lets two programs share a port on different ones.
 */
export async function portProblem(port: number): Promise<string | undefined> {
  for (const host of ['127.0.0.1', '::1', '0.0.0.0']) {
    const code = await listenError({ port, host });
    if (code === 'EADDRINUSE') return 'is in use by another program';
    if (code === 'EACCES') return "isn't available to ordinary users";
  }
  return undefined;
}

/** The code of the error that listening there gives, or undefined. On a machine without IPv6 there is one that is harmless. */
function listenError(options: ListenOptions): Promise<string | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code));
    server.listen({ ...options, exclusive: true }, () => server.close(() => resolve(undefined)));
  });
}
