/** Checks that ports are free before servers are started on them. */

import { randomInt } from 'node:crypto';
import { mkdir, rmdir, stat } from 'node:fs/promises';
import { createServer, type ListenOptions } from 'node:net';
import { Failure } from '../failure.ts';
import { localPath } from './local-folder.ts';

/** A port that a server will listen on. */
export interface WantedPort {
  /** The server, as named in messages. */
  name: string;
  /** The environment variable that configures the port. */
  variable: string;
  port: number;
}

/**
 * Checks that all of these ports are free and different.
 * @throws Failure of one line that names the first port that is in use or configured twice, and its variable
 */
export async function requireFreePorts(wanted: readonly WantedPort[]): Promise<void> {
  for (const [index, { name, variable, port }] of wanted.entries()) {
    const same = wanted.slice(0, index).find((other) => other.port === port);
    if (same !== undefined) {
      throw new Failure(
        `Port ${port} is configured for ${same.name} (${same.variable}) and for ${name} (${variable}): change one.`,
      );
    }
    const problem = await portProblem(port);
    if (problem !== undefined) {
      throw new Failure(`Port ${port} (${name}) ${problem}; set ${variable} to use another one.`);
    }
  }
}

/** Below the ephemeral ports (from 32768 on): an outgoing connection could take one of those before the server listens. */
const [FIRST_PORT, LAST_PORT] = [20_000, 31_999];
/** After this time a claimed port is in use, or its process has exited. */
const CLAIM_MILLIS = 600_000;

/**
 * Returns a port that is free and that no other program of this project has claimed, for tests and measurements; with `count`,
 * the first of that many consecutive ports.
 */
export async function freePort(count = 1): Promise<number> {
  for (;;) {
    const first = randomInt(FIRST_PORT, LAST_PORT + 2 - count);
    const ports = Array.from({ length: count }, (_, i) => first + i);
    const claimed = await Promise.all(ports.map(claim));
    const problems = await Promise.all(ports.map(portProblem));
    if (claimed.every(Boolean) && problems.every((problem) => problem === undefined)) return first;
  }
}

/** Claims a port unless another process has done so recently: the process that creates the port's folder owns it. */
async function claim(port: number): Promise<boolean> {
  const folder = localPath('ports', String(port));
  await mkdir(localPath('ports'), { recursive: true });
  const createFolder = () =>
    mkdir(folder).then(
      () => true,
      () => false,
    );
  if (await createFolder()) return true;
  const { mtimeMs } = await stat(folder).catch(() => ({ mtimeMs: Date.now() }));
  if (Date.now() - mtimeMs < CLAIM_MILLIS) return false;
  await rmdir(folder).catch(() => {});
  return await createFolder();
}

/**
 * Why the port can't be listened on, as the end of a sentence; undefined if it can. Checks several addresses: `localhost` has
 * two, and macOS lets two programs share a port on different addresses.
 */
export async function portProblem(port: number): Promise<string | undefined> {
  for (const host of ['127.0.0.1', '::1', '0.0.0.0']) {
    const code = await listenError({ port, host });
    if (code === 'EADDRINUSE') return 'is in use by another program';
    if (code === 'EACCES') return "isn't available to ordinary users";
  }
  return undefined;
}

/** The code of the error when listening there; undefined if there is none. Without IPv6 there is another, harmless code. */
function listenError(options: ListenOptions): Promise<string | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code));
    server.listen({ ...options, exclusive: true }, () => server.close(() => resolve(undefined)));
  });
}
