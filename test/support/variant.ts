/** A server that runs another script than the product's, for tests of broken scripts. */
import { execFile } from 'node:child_process';
import { mkdir, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { compileScript, SCRIPT_CLASS } from '../../scripts/build/compile.ts';
import { buildPlugin, scriptResources } from '../../scripts/build/plugin.ts';
import { copyServer, type Home, prepareHome, setBuiltTime } from '../../scripts/server/home.ts';
import { localPath } from '../../scripts/server/local-folder.ts';
import { type NodeOptions, type RunningNode, startNode } from '../../scripts/server/node.ts';
import { freePort } from '../../scripts/server/ports.ts';
import { TEST_JVM } from './jvm.ts';
import { partHome, workerPath } from './part.ts';

const run = promisify(execFile);
const quiet = () => {};

/** For servers that live as long as a test. */
export const VARIANT_ADMIN = { username: 'admin', password: 'admin' };

/** The script's text files in the JAR, besides its classes. */
const RESOURCES = 'linkgate';
const CLASSES = 'org';
const SCRIPT = 'linkgate.js';

/** This worker's server home with the product's own JAR, which is never changed. */
export async function unchangedHome(): Promise<Home> {
  const jar = await buildPlugin({ log: quiet });
  return await prepareHome({ name: partHome('unchanged-server'), jar, database: 'dev-file', log: quiet });
}

/**
 * A copy of it with another script: the source itself, and the files of `/linkgate/` in the JAR. It has a folder of its own, so
 * no other worker mistakes its JAR for the product's.
 */
export async function variantHome(name: string, scripts: Record<string, string>): Promise<Home> {
  const unchanged = await unchangedHome();
  const home: Home = { ...unchanged, directory: localPath(partHome('variant-server')) };
  await rm(home.directory, { recursive: true, force: true });
  await copyServer(unchanged.directory, home.directory);
  const installed = path.join(home.directory, 'providers', 'linkgate.jar');
  const { mtimeMs } = await stat(installed);
  const files = workerPath('variant', name);
  await rm(files, { recursive: true, force: true });
  await mkdir(path.join(files, RESOURCES), { recursive: true });
  for (const [file, text] of Object.entries(scripts))
    await writeFile(path.join(files, file === SCRIPT ? SCRIPT : path.join(RESOURCES, file)), text);
  if (SCRIPT in scripts) await compileScript(path.join(files, SCRIPT), SCRIPT_CLASS, files);
  const changed = [RESOURCES, ...(SCRIPT in scripts ? [CLASSES] : [])];
  await changeJar(installed, files, changed, mtimeMs);
  return home;
}

/**
 * Replaces folders in a server's JAR without rebuilding the server: Keycloak requires a build when a JAR is newer than the
 * last one.
 *
 * @param files the folder that contains these folders
 * @param builtMillis the modification time of the JAR that the server was built with
 */
export async function changeJar(
  jar: string,
  files: string,
  folders: readonly string[],
  builtMillis: number,
): Promise<void> {
  await run('jar', ['--update', '--file', jar, ...folders.flatMap((folder) => ['-C', files, folder])]);
  await setBuiltTime(jar, builtMillis);
}

/** The script files that an entry compiles to. */
export async function scriptsOf(entry: string): Promise<Record<string, string>> {
  const resources = await scriptResources(path.resolve(import.meta.dirname, '..', 'fixtures', entry));
  const files = Object.entries(resources).map(([file, text]) => [path.basename(file), text] as const);
  return Object.fromEntries(files);
}

/** The product's own script. */
const PRODUCT = '../../provider-scripts/src/index.ts';

/** A home whose plugin was tested with that version alone. */
export async function homeTestedWith(version: string, name: string): Promise<Home> {
  const { 'compatibility.properties': text = '' } = await scriptsOf(PRODUCT);
  const properties = text.replace(/^tested=.*$/m, `tested=${version}`);
  return await variantHome(name, { 'compatibility.properties': properties });
}

/** A node and its URL. */
export type OwnNode = RunningNode & { url: string; httpPort: number };

/** Starts a node at free ports, in a short-lived JVM by default; its administrator is `VARIANT_ADMIN`. */
export async function startOwnNode(
  options: Pick<NodeOptions, 'home' | 'logFile'> & Partial<NodeOptions>,
): Promise<OwnNode> {
  const { httpPort = await freePort(), hostname, ...others } = options;
  const url = `http://localhost:${httpPort}`;
  const node = await startNode({
    httpPort,
    managementPort: await freePort(),
    ...(hostname !== 'any' && { hostname: hostname ?? url }),
    adminUsername: VARIANT_ADMIN.username,
    adminPassword: VARIANT_ADMIN.password,
    env: TEST_JVM,
    ...others,
  });
  return { ...node, url, httpPort };
}

/** How a variant differs from an ordinary node. */
interface VariantOptions extends Pick<NodeOptions, 'extraArgs' | 'env'> {
  /** The public URL, or `any` for the host of each request; its own address by default. */
  hostname?: string;
  /** Another hostname of this machine, for the admin API. */
  adminHost?: string;
  /** Whether it reuses the data of the previous variant of that name. */
  keepsData?: boolean;
}

/** Starts a variant with its own ports and data; its administrator is `VARIANT_ADMIN`. */
export async function startVariant(
  home: Home,
  name: string,
  { hostname, adminHost, keepsData = false, env = {}, extraArgs = [], ...options }: VariantOptions = {},
): Promise<OwnNode & { logFile: string }> {
  const httpPort = await freePort();
  const logFile = workerPath('variant', `${name}.log`);
  const dataDir = workerPath('variant', `${name}-data`);
  if (!keepsData) await rm(dataDir, { recursive: true, force: true });
  const adminUrl = adminHost === undefined ? [] : [`--hostname-admin=http://${adminHost}:${httpPort}`];
  const node = await startOwnNode({
    ...options,
    extraArgs: [...extraArgs, ...adminUrl],
    env: { ...TEST_JVM, ...env },
    home,
    httpPort,
    ...(hostname !== undefined && { hostname }),
    dataDir,
    logFile,
  });
  return { ...node, logFile };
}
