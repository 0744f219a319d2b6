/**
 * Finds the server that a command administers, and the credentials: by option and environment, otherwise the sample installation.
 */

import { readFile } from 'node:fs/promises';
import { Failure } from '../failure.ts';
import type { RunFile } from '../run-file.ts';
import { localPath } from '../server/local-folder.ts';
import { connectAdmin, type RealmAdmin } from './connect.ts';
import { type AdminCredentials, credentialsFrom } from './credentials.ts';

/** The environment's variables by name. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** A server and its administrator's credentials; `run` only for the sample installation. */
export interface Installation {
  readonly serverUrl: string;
  readonly admin: AdminCredentials;
  readonly run?: RunFile;
}

/**
 * Returns the server at `serverUrl`, by default the one that `npm start` runs. Credentials from the environment take precedence.
 * @throws Failure if there is no server, or the credentials are missing
 */
export async function findInstallation(
  serverUrl: string | undefined,
  environment: Environment,
): Promise<Installation> {
  const given = credentialsFrom(environment);
  if (serverUrl !== undefined) {
    checkServerUrl(serverUrl);
    if (given) return { serverUrl, admin: given };
    throw new Failure(
      'KEYCLOAK_ADMIN_USERNAME (or KEYCLOAK_ADMIN_CLIENT_ID): must be set in the environment when --server is given',
    );
  }
  const run = requireRun(await readRunFile());
  return { serverUrl: run.server_url, admin: given ?? run.admin, run };
}

/**
 * @throws Failure unless it is the URL of a server
 */
export function checkServerUrl(serverUrl: string): void {
  if (!URL.canParse(serverUrl)) throw new Failure(`--server: "${serverUrl}" isn't a URL`);
  const [, server, realm] = /^(.+)\/realms\/([^/]+)\/*$/.exec(serverUrl) ?? [];
  if (realm !== undefined)
    throw new Failure(`--server: "${serverUrl}" is a realm's URL: use --server ${server} --realm ${realm}`);
}

/**
 * @throws Failure if there is no run file
 */
export function requireRun(run: RunFile | undefined): RunFile {
  if (run !== undefined) return run;
  throw new Failure(`${runFilePath()}: not found; run npm start first, or name a server with --server`);
}

/**
 * The realm that a command works on: by option, otherwise that of the run file.
 * @throws Failure if there is neither
 */
export function realmName(realm: string | undefined, run: RunFile | undefined): string {
  const name = realm ?? run?.realm;
  if (name === undefined) throw new Failure('--realm: must be given with --server');
  return name;
}

/**
 * Reads the run file of `npm start`; undefined if it isn't running.
 * @throws Failure for a file in another format; its text, which may contain secrets, isn't shown
 */
export async function readRunFile(): Promise<RunFile | undefined> {
  const file = runFilePath();
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (text === undefined) return undefined;
  const run = parseOrUndefined(text);
  if (isRunFile(run)) return run;
  throw new Failure(
    `${file}: not in the format that npm start writes; start it again, or name a server with --server`,
  );
}

function runFilePath(): string {
  return process.env.LINKGATE_RUN_FILE || localPath('run.json');
}

function parseOrUndefined(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isRunFile(value: unknown): value is RunFile {
  const parts: readonly (keyof RunFile)[] = [
    'server_url',
    'realm',
    'admin',
    'demo_url',
    'email',
    'clients',
    'beta',
  ];
  return typeof value === 'object' && value !== null && parts.every((part) => part in value);
}

/** The options of a command that name a realm. */
interface RealmOptions {
  readonly server?: string | undefined;
  readonly realm?: string | undefined;
}

/**
 * Connects to the realm that a command specifies; the first sample realm by default.
 * @throws Failure if it doesn't exist
 */
export async function connectRealm(options: RealmOptions, environment: Environment): Promise<RealmAdmin> {
  const admin = await connectCaller(options, environment);
  const { client, realm } = admin;
  if (!(await client.realms.findOne({ realm })))
    throw new Failure(`realm ${realm}: not on ${client.baseUrl}`);
  return admin;
}

/** Connects without reading the realm, which requires an administrator's role. */
export async function connectCaller(
  { server, realm }: RealmOptions,
  environment: Environment,
): Promise<RealmAdmin> {
  const { serverUrl, admin, run } = await findInstallation(server, environment);
  const name = realmName(realm, run);
  return { client: await connectAdmin({ serverUrl, ...admin }), realm: name };
}
