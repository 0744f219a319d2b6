/** The parts of the clustered installation that tests stop and start: two Keycloak nodes and their database. */
import { setTimeout as wait } from 'node:timers/promises';
import { SHORT_LIVED } from '../../scripts/server/environment.ts';
import type { Home } from '../../scripts/server/home.ts';
import { type NodeOptions, type RunningNode, startNode } from '../../scripts/server/node.ts';
import { freePort, portProblem } from '../../scripts/server/ports.ts';
import type { Postgres } from '../../scripts/server/postgres.ts';
import { collectGarbage } from './java-program.ts';
import { partPath } from './part.ts';

/** Often, so that tests can wait for it; Keycloak lets another node begin when one takes longer. */
const UPKEEP_SECONDS = 15;
const GONE_MILLIS = 120_000;
const POLL_MILLIS = 100;

/** Both nodes, started one after the other; the first one's address is the public one. */
export async function makeNodes(
  home: Home,
  database: Postgres,
  admin: { username: string; password: string },
  folder: string,
): Promise<[ClusterNode, ClusterNode]> {
  const publicUrl = `http://localhost:${await freePort()}`;
  const make = async (name: string, url: string) =>
    new ClusterNode({
      home,
      httpPort: Number(new URL(url).port),
      managementPort: await freePort(),
      hostname: publicUrl,
      database: database.address,
      clusterPort: await freePort(2),
      adminUsername: admin.username,
      adminPassword: admin.password,
      logFile: partPath(folder, `${name}.log`),
      env: SHORT_LIVED,
      extraArgs: [`--spi-jpa-entity-provider--linkgate--upkeep-seconds=${UPKEEP_SECONDS}`],
    });
  return [await make('first', publicUrl), await make('second', `http://localhost:${await freePort()}`)];
}

/** A node that can be ended and started again where it was. */
export class ClusterNode {
  readonly url: string;
  readonly managementUrl: string;
  readonly logFile: string;
  #options: NodeOptions;
  #running: RunningNode | undefined;

  constructor(options: NodeOptions) {
    this.#options = options;
    this.url = `http://localhost:${options.httpPort}`;
    this.managementUrl = `http://127.0.0.1:${options.managementPort}`;
    this.logFile = options.logFile;
  }

  /** Starts it with the server that it has, or from now on with another one: an absolute path. */
  async start(directory = this.#options.home.directory): Promise<void> {
    this.#options = { ...this.#options, home: { ...this.#options.home, directory } };
    this.#running = await startNode(this.#options);
  }

  async stop(): Promise<void> {
    await this.#running?.stop();
  }

  /** The system takes a moment to end a big process: it is gone when its ports are free. */
  async kill(): Promise<void> {
    await this.#running?.kill();
    const { httpPort, managementPort } = this.#options;
    for (const end = Date.now() + GONE_MILLIS; Date.now() < end; await wait(POLL_MILLIS)) {
      const problems = await Promise.all([httpPort, managementPort].map(portProblem));
      if (problems.every((problem) => problem === undefined)) return;
    }
    throw new Error('a killed node holds its ports');
  }

  /** What is left in the heap after a full collection. */
  async liveHeapBytes(): Promise<number> {
    await collectGarbage(this.#options.httpPort);
    const metrics = await fetch(`${this.managementUrl}/metrics`).then((answer) => answer.text());
    const used = metrics.matchAll(/^jvm_memory_used_bytes\{area="heap"[^}]*\} (\S+)$/gm);
    return [...used].reduce((sum, [, bytes]) => sum + Number(bytes), 0);
  }
}
