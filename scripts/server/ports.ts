/** Finds out whether ports are free before anything is started on them. */

import { type AddressInfo, createServer, type ListenOptions } from 'node:net';
import { Failure } from '../failure.ts';

/** A port that something will listen on. */
export interface WantedPort {
  /** What listens there, for people. */
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

/** A port that was free a moment ago, for tests; with `count`, the first of as many in a row. */
export async function freePort(count = 1): Promise<number> {
  for (;;) {
    const server = createServer();
    await new Promise<void>((resolve, reject) =>
      server.once('error', reject).listen(0, '127.0.0.1', resolve),
    );
    const { port } = server.address() as AddressInfo;
    await new Promise((resolve) => server.close(resolve));
    const others = Array.from({ length: count - 1 }, (_, i) => port + 1 + i);
    const problems = await Promise.all(others.map(portProblem));
    if (problems.every((problem) => problem === undefined)) return port;
  }
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
