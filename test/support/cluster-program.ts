/**
 * The parts of the clustered installation that tests stop and start: its Keycloak nodes and their connections to the database.
 */
import { setTimeout as wait } from 'node:timers/promises';
import type { Home } from '../../scripts/server/home.ts';
import { type NodeOptions, type RunningNode, startNode } from '../../scripts/server/node.ts';
import { freePort, portProblem } from '../../scripts/server/ports.ts';
import type { Postgres } from '../../scripts/server/postgres.ts';
import { clockShiftedBy } from './clock.ts';
import { collectGarbage, processAt } from './java-program.ts';
import { BUSY_TEST_JVM } from './jvm.ts';
import { partPath } from './part.ts';
import { TcpProxy } from './proxy/tcp-proxy.ts';

/** Often, so that tests can wait for it; if one run takes longer, Keycloak lets another node start the next. */
const UPKEEP_SECONDS = 15;
/**
 * A test may act as the proxy that sends callers' addresses; this machine's other addresses, which tests call from, aren't
 * trusted.
 */
const BEHIND_PROXY = ['--proxy-headers=xforwarded', '--proxy-trusted-addresses=127.0.0.1'];
const GONE_MILLIS = 120_000;
const POLL_MILLIS = 100;

/**
 * The nodes, not started; the first one's URL is the public one. Each reaches the database through a proxy of its own, and the
 * other nodes reach it through another.
 */
export async function makeNodes(
  home: Home,
  database: Postgres,
  admin: { username: string; password: string },
  folder: string,
): Promise<Record<NodeName, ClusterNode>> {
  const publicUrl = `http://localhost:${await freePort()}`;
  const make = async (name: NodeName, url: string, address: string) => {
    const line = await TcpProxy.to(database.address.port);
    const clusterPort = await freePort();
    // Nodes monitor each other on the next port.
    const inboundPort = await freePort(2);
    const inbound = await TcpProxy.to(clusterPort, { host: address, port: inboundPort });
    const options = {
      home,
      httpPort: Number(new URL(url).port),
      managementPort: await freePort(),
      hostname: publicUrl,
      database: { ...database.address, port: line.port },
      clusterPort,
      clusterProxy: { address, port: inboundPort },
      adminUsername: admin.username,
      adminPassword: admin.password,
      logFile: partPath(folder, `${name}.log`),
      env: BUSY_TEST_JVM,
      extraArgs: [`--spi-jpa-entity-provider--linkgate--upkeep-seconds=${UPKEEP_SECONDS}`, ...BEHIND_PROXY],
    };
    return new ClusterNode(options, { line, inbound, address });
  };
  const another = async () => `http://localhost:${await freePort()}`;
  return {
    first: await make('first', publicUrl, '127.0.0.2'),
    second: await make('second', await another(), '127.0.0.3'),
    third: await make('third', await another(), '127.0.0.4'),
  };
}

/** The third one runs only while a test needs it. */
export type NodeName = 'first' | 'second' | 'third';

/** The proxies around a node. */
interface Surroundings {
  /** Its connection to the database. */
  line: TcpProxy;
  /** The proxy for calls between it and the other nodes. */
  inbound: TcpProxy;
  address: string;
}

/** A node that can be stopped and started again with the same ports and data. */
export class ClusterNode {
  readonly url: string;
  readonly managementUrl: string;
  readonly logFile: string;
  readonly around: Surroundings;
  #options: NodeOptions;
  #running: RunningNode | undefined;
  #frozen: number | undefined;

  constructor(options: NodeOptions, around: Surroundings) {
    this.#options = options;
    this.around = around;
    this.url = `http://localhost:${options.httpPort}`;
    this.managementUrl = `http://127.0.0.1:${options.managementPort}`;
    this.logFile = options.logFile;
  }

  /** Starts it with its current server, or from now on with another one: an absolute path. */
  async start(directory = this.#options.home.directory): Promise<void> {
    this.#options = { ...this.#options, home: { ...this.#options.home, directory } };
    this.#running = await startNode(this.#options);
  }

  async stop(): Promise<void> {
    await this.#running?.stop();
  }

  /** The system takes a moment to end a big process: it has ended once its ports are free. */
  async kill(): Promise<void> {
    await this.#running?.kill();
    const { httpPort, managementPort } = this.#options;
    for (const end = Date.now() + GONE_MILLIS; Date.now() < end; await wait(POLL_MILLIS)) {
      const problems = await Promise.all([httpPort, managementPort].map(portProblem));
      if (problems.every((problem) => problem === undefined)) return;
    }
    throw new Error('a killed node holds its ports');
  }

  /** Suspends it with its connections open, like a machine that hangs. */
  async freeze(): Promise<void> {
    const pid = await processAt(this.#options.httpPort);
    process.kill(pid, 'SIGSTOP');
    this.#frozen = pid;
  }

  /** Resumes it. */
  async thaw(): Promise<void> {
    if (this.#frozen !== undefined) process.kill(this.#frozen, 'SIGCONT');
    this.#frozen = undefined;
  }

  /** Shifts its clock from its next start on, by a number of seconds such as `-5s`. */
  async shiftClock(by: string): Promise<void> {
    this.#options = { ...this.#options, env: { ...BUSY_TEST_JVM, ...(await clockShiftedBy(by)) } };
  }

  /** The live heap after a full collection. */
  async liveHeapBytes(): Promise<number> {
    await collectGarbage(this.#options.httpPort);
    const metrics = await fetch(`${this.managementUrl}/metrics`).then((response) => response.text());
    const used = metrics.matchAll(/^jvm_memory_used_bytes\{area="heap"[^}]*\} (\S+)$/gm);
    return [...used].reduce((sum, [, bytes]) => sum + Number(bytes), 0);
  }
}
