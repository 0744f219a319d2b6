/** Runs one Keycloak node and says when it is ready. */

import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Failure } from '../failure.ts';
import { startChild } from './child.ts';
import { keycloakEnvironment } from './environment.ts';
import type { Home } from './home.ts';
import { portProblem } from './ports.ts';
import { respondsWithin } from './responds-within.ts';
import { explainByLog } from './server-log.ts';

const READY_SECONDS = 300;
/** The most that a node's heap may grow to, here and in the benchmark. */
export const HEAP_MEGABYTES = 768;
/** Sample servers have secrets that anyone on this machine may read: other machines must not reach them. */
const LISTEN_ADDRESS = '127.0.0.1';
/** A database that can't be reached must not hold up requests; the second is Keycloak's bound for queries and whole transactions. */
const CONNECT_SECONDS = 5;
/** More than an email may take, which a transaction waits for. */
const TRANSACTION_SECONDS = 15;

/**
 * Nodes watch each other on a second port, which JGroups knows by its distance from the first: 50,000 by default, too far for max.
 * It must be the same everywhere, or a node that dies is missed for most of a minute, and the others wait for it.
 */
export const FAILURE_DETECTION = '-Djgroups.fd.port-offset=1';

/** A PostgreSQL database. */
export interface DatabaseAddress {
  port: number;
  name: string;
  username: string;
  password: string;
}

export interface NodeOptions {
  home: Home;
  httpPort: number;
  /** Health and metrics. */
  managementPort: number;
  /** The URL that links and the issuer begin with, such as `http://localhost:8080`; without it whatever host a request names. */
  hostname?: string;
  /** Absolute path of the folder of the embedded database, for a home on `dev-file`; in the home itself by default. */
  dataDir?: string;
  /** The database of a home on `postgres`. */
  database?: DatabaseAddress;
  /** What a transaction there may take; 15 by default. */
  transactionSeconds?: number;
  /** How long a connection to it may be waited for; 5 by default. */
  connectSeconds?: number;
  /** Where this node talks to the others of its cluster, for a home on `postgres`; the port after it is taken as well. */
  clusterPort?: number;
  /** What leads the others there, if they don't come by themselves; the node calls them from that address. */
  clusterEntrance?: { address: string; port: number };
  /** Made when the database is new; later starts leave the account as it is. */
  adminUsername: string;
  adminPassword: string;
  /** Further options of `kc.sh start`. */
  extraArgs?: readonly string[];
  /** Further environment, such as `JAVA_OPTS_APPEND`. */
  env?: Readonly<Record<string, string>>;
  /** Everything the server prints; emptied at the start. */
  logFile: string;
}

export interface RunningNode {
  /** Base of `/health/ready` and `/metrics`. */
  managementUrl: string;
  /** Resolves when the server has ended, by itself or by `stop`, with a `Failure` that shows the end of its log. */
  ended: Promise<Failure>;
  /** SIGTERM, SIGKILL after 15 seconds; resolves when the server is gone. */
  stop(): Promise<void>;
  /** SIGKILL; resolves when the server is gone. */
  kill(): Promise<void>;
}

/**
 * Starts a node and returns when it is ready to serve.
 * @throws Failure with the end of the log, when the server ends before that or takes more than five minutes
 */
export async function startNode(options: NodeOptions): Promise<RunningNode> {
  await mkdir(dirname(options.logFile), { recursive: true });
  // A node whose HTTP port is taken reports to be ready for a moment before it ends.
  for (const port of [options.httpPort, options.managementPort]) {
    const problem = await portProblem(port);
    if (problem !== undefined) throw new Failure(`Keycloak can't start: port ${port} ${problem}.`);
  }
  const child = startChild({
    command: 'sh',
    args: [join(options.home.directory, 'bin', 'kc.sh'), ...startArguments(options)],
    env: keycloakEnvironment({
      KC_BOOTSTRAP_ADMIN_USERNAME: options.adminUsername,
      KC_BOOTSTRAP_ADMIN_PASSWORD: options.adminPassword,
      JAVA_OPTS_KC_HEAP: `-Xms64m -Xmx${HEAP_MEGABYTES}m`,
      ...(options.database ? { KC_DB_PASSWORD: options.database.password } : {}),
      ...options.env,
      ...(options.clusterPort ? { JAVA_OPTS_APPEND: withFailureDetection(options.env) } : {}),
    }),
    output: { file: options.logFile },
  });
  const managementUrl = `http://${LISTEN_ADDRESS}:${options.managementPort}`;
  const ended = child.exited.then((code) => explainByLog(`Keycloak ended (code ${code})`, options.logFile));
  const waiting = new AbortController();
  const ready = respondsWithin(`${managementUrl}/health/ready`, READY_SECONDS, waiting.signal);
  const first = await Promise.race([ended, ready]);
  if (first === true) return { managementUrl, ended, stop: child.stop, kill: child.kill };
  waiting.abort();
  await child.stop();
  throw first || (await explainByLog(`Keycloak wasn't ready after ${READY_SECONDS} s`, options.logFile));
}

function withFailureDetection(env: NodeOptions['env']): string {
  return [env?.JAVA_OPTS_APPEND, FAILURE_DETECTION].filter(Boolean).join(' ');
}

function startArguments({
  home,
  httpPort,
  managementPort,
  hostname,
  dataDir,
  database,
  transactionSeconds = TRANSACTION_SECONDS,
  connectSeconds = CONNECT_SECONDS,
  clusterPort,
  clusterEntrance,
  extraArgs = [],
}: NodeOptions): string[] {
  return [
    'start',
    '--optimized',
    '--http-enabled=true',
    `--http-host=${LISTEN_ADDRESS}`,
    `--http-port=${httpPort}`,
    `--http-management-port=${managementPort}`,
    hostname === undefined ? '--hostname-strict=false' : `--hostname=${hostname}`,
    // Until it is ready, it would log each of our readiness checks.
    '--log-level-io.smallrye.health=warn',
    ...(home.database === 'dev-file' ? embeddedDatabaseArguments(dataDir) : []),
    ...(database === undefined
      ? []
      : databaseArguments(database, httpPort, transactionSeconds, connectSeconds)),
    ...(clusterPort === undefined ? [] : clusterArguments(clusterPort, clusterEntrance)),
    ...extraArgs,
  ];
}

/** The embedded database serves one process: there is no cluster to look for. */
function embeddedDatabaseArguments(dataDir: string | undefined): string[] {
  return ['--cache=local', ...(dataDir === undefined ? [] : [`--db-url=${embeddedDatabaseUrl(dataDir)}`])];
}

/** The embedded database in a folder: Keycloak's own default but for the path. */
export function embeddedDatabaseUrl(dataDir: string): string {
  const path = join(dataDir, 'keycloakdb');
  return `jdbc:h2:file:${path};NON_KEYWORDS=VALUE;DB_CLOSE_ON_EXIT=FALSE;DB_CLOSE_DELAY=0`;
}

/** The database's own views tell the nodes apart by their ports. */
function databaseArguments(
  { port, name, username }: DatabaseAddress,
  httpPort: number,
  transactionSeconds: number,
  connectSeconds: number,
): string[] {
  return [
    `--db-url=jdbc:postgresql://${LISTEN_ADDRESS}:${port}/${name}?ApplicationName=keycloak-${httpPort}`,
    `--db-username=${username}`,
    `--db-connect-timeout=${connectSeconds}s`,
    `--transaction-default-timeout=${transactionSeconds}s`,
  ];
}

/** The nodes find each other through the database. */
function clusterArguments(port: number, entrance: NodeOptions['clusterEntrance']): string[] {
  return [
    `--cache-embedded-network-bind-address=${entrance?.address ?? LISTEN_ADDRESS}`,
    `--cache-embedded-network-bind-port=${port}`,
    ...(entrance === undefined ? [] : [`--cache-embedded-network-external-port=${entrance.port}`]),
  ];
}
