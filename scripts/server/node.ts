/** Runs one Keycloak node. */

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
/** The maximum and the initial heap size of a node, here and in the benchmark. */
export const HEAP_MEGABYTES = 768;
const INITIAL_HEAP_MEGABYTES = 64;
/** Sample servers have secrets that any user of this machine may read: other machines must not reach them. */
const LISTEN_ADDRESS = '127.0.0.1';
/** Requests must not wait long for an unreachable database. */
const CONNECT_SECONDS = 5;
/** Keycloak's timeout for transactions: longer than sending an email may take, since a transaction stays open meanwhile. */
const TRANSACTION_SECONDS = 15;

/**
 * Nodes monitor each other on a second port, at a fixed offset from the first: by default 50,000, which can exceed the highest
 * port. All nodes need the same offset: otherwise they take most of a minute to detect a dead node, and wait for it.
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
  /** The base URL of links and the issuer, such as `http://localhost:8080`; by default the host of the request. */
  hostname?: string;
  /** The absolute path of the embedded database's folder, for a home on `dev-file`; by default in the home. */
  dataDir?: string;
  /** The database of a home on `postgres`. */
  database?: DatabaseAddress;
  /** The timeout of a transaction; 15 by default. */
  transactionSeconds?: number;
  /** The timeout for connecting to the database; 5 by default. */
  connectSeconds?: number;
  /** The port for the other nodes of the cluster, for a home on `postgres`; the next port is used as well. */
  clusterPort?: number;
  /** A proxy in front of the cluster port, through which the other nodes connect; the node binds to its address. */
  clusterProxy?: { address: string; port: number };
  /** The administrator that the first start on a new database creates; later starts don't change the account. */
  adminUsername: string;
  adminPassword: string;
  /** Further options of `kc.sh start`. */
  extraArgs?: readonly string[];
  /** Further environment, such as `JAVA_OPTS_APPEND`. */
  env?: Readonly<Record<string, string>>;
  /** The file for the server's output; emptied at the start. */
  logFile: string;
}

export interface RunningNode {
  /** Base of `/health/ready` and `/metrics`. */
  managementUrl: string;
  /** Resolves once the server has exited, by itself or by `stop`, with a `Failure` that contains the end of its log. */
  exited: Promise<Failure>;
  /** Sends SIGTERM, and SIGKILL after 15 seconds; resolves once the server has exited. */
  stop(): Promise<void>;
  /** Sends SIGKILL; resolves once the server has exited. */
  kill(): Promise<void>;
}

/**
 * Starts a node and returns once it is ready.
 * @throws Failure with the end of the log, if the server exits before it is ready, or isn't ready within five minutes
 */
export async function startNode(options: NodeOptions): Promise<RunningNode> {
  await mkdir(dirname(options.logFile), { recursive: true });
  // A node whose HTTP port is in use briefly reports that it is ready, then exits.
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
      JAVA_OPTS_KC_HEAP: heapOptions(),
      ...(options.database ? { KC_DB_PASSWORD: options.database.password } : {}),
      ...options.env,
      ...(options.clusterPort ? { JAVA_OPTS_APPEND: withFailureDetection(options.env) } : {}),
    }),
    output: { file: options.logFile },
  });
  const managementUrl = `http://${LISTEN_ADDRESS}:${options.managementPort}`;
  const exited = child.exited.then((code) => explainByLog(`Keycloak exited (code ${code})`, options.logFile));
  const waiting = new AbortController();
  const ready = respondsWithin(`${managementUrl}/health/ready`, READY_SECONDS, waiting.signal);
  const first = await Promise.race([exited, ready]);
  if (first === true) return { managementUrl, exited, stop: child.stop, kill: child.kill };
  waiting.abort();
  await child.stop();
  throw first || (await explainByLog(`Keycloak wasn't ready after ${READY_SECONDS} s`, options.logFile));
}

/** The Java options for the heap of each server that a command starts. */
export function heapOptions(): string {
  return `-Xms${INITIAL_HEAP_MEGABYTES}m -Xmx${HEAP_MEGABYTES}m`;
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
  clusterProxy,
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
    // Otherwise it logs each readiness check until it is ready.
    '--log-level-io.smallrye.health=warn',
    ...(home.database === 'dev-file' ? embeddedDatabaseArguments(dataDir) : []),
    ...(database === undefined
      ? []
      : databaseArguments(database, httpPort, transactionSeconds, connectSeconds)),
    ...(clusterPort === undefined ? [] : clusterArguments(clusterPort, clusterProxy)),
    ...extraArgs,
  ];
}

/** Only one process can use the embedded database, so there is no cluster. */
function embeddedDatabaseArguments(dataDir: string | undefined): string[] {
  return ['--cache=local', ...(dataDir === undefined ? [] : [`--db-url=${embeddedDatabaseUrl(dataDir)}`])];
}

/** The URL of the embedded database in a folder: Keycloak's default except for the path. */
export function embeddedDatabaseUrl(dataDir: string): string {
  const path = join(dataDir, 'keycloakdb');
  return `jdbc:h2:file:${path};NON_KEYWORDS=VALUE;DB_CLOSE_ON_EXIT=FALSE;DB_CLOSE_DELAY=0`;
}

/** The application name distinguishes the nodes in the database's views by their ports. */
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

/** The nodes discover each other through the database. */
function clusterArguments(port: number, proxy: NodeOptions['clusterProxy']): string[] {
  return [
    `--cache-embedded-network-bind-address=${proxy?.address ?? LISTEN_ADDRESS}`,
    `--cache-embedded-network-bind-port=${port}`,
    ...(proxy === undefined ? [] : [`--cache-embedded-network-external-port=${proxy.port}`]),
  ];
}
