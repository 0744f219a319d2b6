/** A private PostgreSQL server for tests and the benchmark: newly created, local only, stopped when the parent process exits. */
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chown, mkdir, mkdtemp, readdir, readFile, realpath, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { Failure } from '../failure.ts';
import { type Child, startChild } from './child.ts';
import type { DatabaseAddress } from './node.ts';
import { freePort } from './ports.ts';

const run = promisify(execFile);
const DEBIAN_VERSIONS = '/usr/lib/postgresql';
/** PostgreSQL can't run as root; its package creates this account. */
const ACCOUNT = 'postgres';
const READY_MILLIS = 60_000;
const POLL_MILLIS = 100;
const NAME = 'keycloak';

/** Creates an empty database on a server. */
export async function createDatabase(server: DatabaseAddress, name: string): Promise<void> {
  await withClient({ ...server, name: 'postgres' }, (client) => client.query(`CREATE DATABASE ${name}`));
}

/** Whether PostgreSQL is installed. */
export async function hasPostgres(): Promise<boolean> {
  return await findPrograms().then(
    () => true,
    () => false,
  );
}

/** A running server, and the faults that can be simulated. */
export interface Postgres {
  address: DatabaseAddress;
  logFile: string;
  /** The postmaster's process ID. */
  pid(): Promise<number>;
  /** Stops it at once and closes its connections; the data stay. */
  stop(): Promise<void>;
  /** Starts it again on the same port. */
  start(): Promise<void>;
  /** Suspends it with its connections open, as if its machine hung. */
  freeze(): Promise<void>;
  /** Resumes it. */
  thaw(): Promise<void>;
  /** Sends SIGKILL to all of its processes, as if its machine failed; the data stay. */
  crash(): Promise<void>;
  /** Adds a standby with synchronous replication: from then on it has everything that is committed. */
  addStandby(): Promise<void>;
  /** Promotes the standby after a crash; `address` is the standby's from then on. */
  promoteStandby(): Promise<void>;
}

/**
 * Creates and starts a server with an empty database; `stopChildren` stops it.
 *
 * @param preferred the absolute path for its folder, emptied first; another folder is used if the account can't access it
 * @throws Failure if PostgreSQL isn't installed or doesn't start
 */
export async function startPostgres(preferred: string): Promise<Postgres> {
  const programs = await findPrograms();
  const account = process.getuid?.() === 0 ? await userIds(ACCOUNT) : undefined;
  const folder = await createFolder(preferred, account);
  const address = {
    port: await freePort(),
    name: NAME,
    username: NAME,
    password: randomBytes(16).toString('hex'),
  };
  let data = path.join(folder, 'data');
  const passwordFile = path.join(folder, 'password');
  await writeFile(passwordFile, address.password, { mode: 0o600 });
  if (account) await chown(passwordFile, account.uid, account.gid);
  const as = account ?? {};
  await run(
    path.join(programs, 'initdb'),
    [
      '-D',
      data,
      '-U',
      NAME,
      '-A',
      // SCRAM's thousands of rounds for each connection protect nothing here.
      'md5',
      `--pwfile=${passwordFile}`,
      '-E',
      'UTF8',
      '--no-locale',
      '--no-sync',
    ],
    { cwd: folder, ...as },
  );
  await rm(passwordFile);

  const logFile = path.join(folder, 'postgres.log');
  let child: Child | undefined;
  let standby: Standby | undefined;
  const kill = async (signal: NodeJS.Signals, withBackends: boolean) => {
    const postmaster = await postmasterOf(data);
    // Backends lead process groups of their own.
    const pids = withBackends ? [postmaster, ...(await childrenOf(postmaster))] : [postmaster];
    for (const pid of pids) killIfRunning(pid, signal);
  };
  const launch = async (from: string, port: number, log: string): Promise<Child> => {
    const settings = {
      port,
      listen_addresses: '127.0.0.1',
      unix_socket_directories: '',
      fsync: 'off',
      max_connections: 300,
      // Loaded, but off until a test enables it.
      shared_preload_libraries: 'auto_explain',
    };
    const [command, ...args] = [
      ...(account
        ? ['setpriv', `--reuid=${account.uid}`, `--regid=${account.gid}`, '--clear-groups', '--']
        : []),
      path.join(programs, 'postgres'),
      '-D',
      from,
      ...Object.entries(settings).flatMap(([key, value]) => ['-c', `${key}=${value}`]),
    ];
    const launched = startChild({ command: command ?? '', args, cwd: folder, output: { file: log } });
    await waitUntilReady({ ...address, port }, log);
    return launched;
  };
  const start = async () => {
    child = await launch(data, address.port, logFile);
  };
  await start();
  await createDatabase(address, NAME);
  return {
    address,
    logFile,
    pid: () => postmasterOf(data),
    start,
    stop: async () => {
      await kill('SIGINT', false);
      await child?.exited;
    },
    freeze: () => kill('SIGSTOP', true),
    thaw: () => kill('SIGCONT', true),
    crash: async () => {
      await kill('SIGKILL', true);
      await child?.exited;
    },
    addStandby: async () => {
      const port = await freePort();
      const copy = path.join(folder, `data-${port}`);
      const env = { ...process.env, PGPASSWORD: address.password };
      const from = ['-h', '127.0.0.1', '-p', String(address.port), '-U', NAME];
      const options = ['-D', copy, '--write-recovery-conf', '--checkpoint=fast', '--no-sync'];
      await run(path.join(programs, 'pg_basebackup'), [...from, ...options], { cwd: folder, env, ...as });
      const log = path.join(folder, `postgres-${port}.log`);
      standby = { data: copy, port, log, child: await launch(copy, port, log) };
      await withClient(address, async (client) => {
        await client.query("ALTER SYSTEM SET synchronous_standby_names = '*'");
        await client.query('SELECT pg_reload_conf()');
      });
      await waitUntilReplicating(address);
    },
    promoteStandby: async () => {
      if (standby === undefined) throw new Error('there is no standby');
      const { port, log } = standby;
      await withClient({ ...address, port }, (client) => client.query('SELECT pg_promote()'));
      await rename(log, logFile);
      await rm(data, { recursive: true });
      ({ data, child } = standby);
      address.port = port;
      standby = undefined;
    },
  };
}

/** A server that replicates another. */
interface Standby {
  data: string;
  port: number;
  log: string;
  child: Child;
}

/** Waits until commits are replicated synchronously. */
async function waitUntilReplicating(address: DatabaseAddress): Promise<void> {
  await withClient(address, async (client) => {
    for (const end = Date.now() + READY_MILLIS; Date.now() < end; await wait(POLL_MILLIS)) {
      const { rowCount } = await client.query(
        "SELECT 1 FROM PG_STAT_REPLICATION WHERE STATE = 'streaming' AND SYNC_STATE = 'sync'",
      );
      if (rowCount === 1) return;
    }
    throw new Failure('The standby does not replicate.');
  });
}

/** Runs `work` with a connection to a database. */
export async function withClient<T>(
  address: DatabaseAddress,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const { port, name, username, password } = address;
  const client = new Client({ host: '127.0.0.1', port, database: name, user: username, password });
  // A broken connection makes its queries fail.
  client.on('error', () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

async function waitUntilReady(address: DatabaseAddress, log: string): Promise<void> {
  for (const end = Date.now() + READY_MILLIS; Date.now() < end; await wait(POLL_MILLIS)) {
    const isReady = await withClient({ ...address, name: 'postgres' }, (client) =>
      client.query('SELECT 1'),
    ).then(
      () => true,
      () => false,
    );
    if (isReady) return;
  }
  throw new Failure(
    `PostgreSQL didn't start (its log: ${log})`,
    (await readFile(log, 'utf8')).split('\n').slice(-10),
  );
}

/**
 * Returns the folder of PostgreSQL's programs: on the PATH, or Debian's newest version.
 *
 * @throws Failure if PostgreSQL isn't installed
 */
export async function findPrograms(): Promise<string> {
  const onPath = (process.env.PATH ?? '').split(path.delimiter);
  const versions = existsSync(DEBIAN_VERSIONS) ? await readdir(DEBIAN_VERSIONS) : [];
  versions.sort((a, b) => Number(b) - Number(a));
  const found = [...onPath, ...versions.map((version) => path.join(DEBIAN_VERSIONS, version, 'bin'))].find(
    (folder) => existsSync(path.join(folder, 'initdb')),
  );
  if (found === undefined)
    throw new Failure('PostgreSQL is needed but not installed (Debian/Ubuntu: apt install postgresql).');
  // A link may exist for this program alone: its target's folder contains them all.
  return path.dirname(await realpath(path.join(found, 'initdb')));
}

interface Ids {
  uid: number;
  gid: number;
}

async function userIds(account: string): Promise<Ids> {
  const id = async (option: string) => Number((await run('id', [option, account])).stdout);
  return { uid: await id('-u'), gid: await id('-g') };
}

/** Creates a folder that the account owns: the preferred one if the account can access it, else a temporary one. */
async function createFolder(preferred: string, account: Ids | undefined): Promise<string> {
  await rm(preferred, { recursive: true, force: true });
  // Parent folders are created with default permissions, so that the account can access them.
  await mkdir(path.dirname(preferred), { recursive: true });
  await mkdir(preferred, { mode: 0o700 });
  if (account === undefined) return preferred;
  await chown(preferred, account.uid, account.gid);
  const reachable = await run('test', ['-x', preferred], account).then(
    () => true,
    () => false,
  );
  if (reachable) return preferred;
  const folder = await mkdtemp(path.join(tmpdir(), 'linkgate-postgres-'));
  await chown(folder, account.uid, account.gid);
  return folder;
}

async function postmasterOf(data: string): Promise<number> {
  return Number((await readFile(path.join(data, 'postmaster.pid'), 'utf8')).split('\n')[0]);
}

/** Sends a signal to a process, which may have ended since it was listed. */
function killIfRunning(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

async function childrenOf(pid: number): Promise<number[]> {
  const { stdout } = await run('ps', ['-o', 'pid=', '--ppid', String(pid)]).catch(() => ({ stdout: '' }));
  return stdout.split('\n').filter(Boolean).map(Number);
}
