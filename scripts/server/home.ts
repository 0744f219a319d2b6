/** Creates a Keycloak server with the plugin in it, built for one database (`kc.sh build`), from the pristine distribution. */

import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { copyFile, link, mkdir, readdir, readFile, rm, stat, utimes } from 'node:fs/promises';
import { basename, join, sep } from 'node:path';
import { writeAtomically } from './atomic-write.ts';
import { startChild } from './child.ts';
import { obtainDistribution } from './distribution.ts';
import { keycloakEnvironment, SHORT_LIVED } from './environment.ts';
import { localPath } from './local-folder.ts';
import { explainByLog } from './server-log.ts';
import { KEYCLOAK_VERSION } from './version.ts';

/** The databases that the commands and the tests run on, by Keycloak's names. */
type Database = 'dev-file' | 'postgres';

/** A server that `startNode` can start. */
export interface Home {
  /** Absolute path. */
  directory: string;
  database: Database;
}

export interface HomeOptions {
  /** Its folder under `.local`; homes that run at the same time need different ones. */
  name: string;
  /** Path of the plugin's JAR; undefined for Keycloak alone. */
  jar: string | undefined;
  /** Paths of other JARs beside it. */
  others?: readonly string[];
  database: Database;
  /** Of Keycloak; this run's by default. */
  version?: string;
  log: (line: string) => void;
}

/** Written last, so that an interrupted build doesn't count. */
const STAMP = 'linkgate-build.json';
const STAMP_MODE = 0o644;

/** What the stamp says of a build. Keycloak won't start a server that was built elsewhere, or whose JAR has another time than the built one. */
interface Stamp {
  /** Digest of the version, the options and the JAR. */
  inputs: string;
  directory: string;
  /** When the JAR was changed, in milliseconds; null without one. */
  jarTime: number | null;
}
/** The bulk of the server (170 MB), which Keycloak never writes to: hard links do. */
const LINKED_FOLDER = join('lib', 'lib');
/** What a server has written while it ran. */
const DATA_FOLDER = 'data';
const PROVIDERS = 'providers';
const PLUGIN = join(PROVIDERS, 'linkgate.jar');
const MILLIS_PER_SECOND = 1000;

/**
 * Returns the home, and rebuilds it from scratch when the Keycloak version, the JAR's content or the build options differ from
 * those of the last build, or when the folder was copied or moved since (about 20 s). It must not be running then.
 * @throws Failure with Keycloak's words
 */
export async function prepareHome({
  name,
  jar,
  others = [],
  database,
  version = KEYCLOAK_VERSION,
  log,
}: HomeOptions): Promise<Home> {
  const directory = localPath(name);
  const home: Home = { directory, database };
  const options = [
    `--db=${database}`,
    '--health-enabled=true',
    '--metrics-enabled=true',
    '--event-metrics-user-enabled=true',
  ];
  const jars: [from: string, to: string][] = others.map((other) => [other, join(PROVIDERS, basename(other))]);
  if (jar !== undefined) jars.unshift([jar, PLUGIN]);
  const contents = await Promise.all(jars.map(async ([from]) => digest(await readFile(from))));
  const inputs = digest(version, ...options, ...(contents.length === 0 ? [''] : contents));
  if (await isBuiltFrom(inputs, directory)) return home;
  const distribution = await obtainDistribution(log, version);
  await rm(join(directory, STAMP), { force: true });
  await rm(directory, { recursive: true, force: true });
  const twin = await homeBuiltFrom(inputs);
  if (twin === undefined) {
    log(`server: building .local/${name} (kc.sh build, about 20 s)…`);
    await copyServer(distribution, directory);
    for (const [from, to] of jars) await copyFile(from, join(directory, to));
    await buildServer(directory, options);
  } else {
    await copyServer(twin, directory);
  }
  const stamp: Stamp = { inputs, directory, jarTime: await jarTimeOf(directory) };
  writeAtomically(join(directory, STAMP), JSON.stringify(stamp), STAMP_MODE);
  return home;
}

/** Another home that was built from the same: a copy of it is built as well. */
async function homeBuiltFrom(inputs: string): Promise<string | undefined> {
  for (const name of await readdir(localPath('.'))) {
    const directory = localPath(name);
    if (await isBuiltFrom(inputs, directory)) return directory;
  }
  return undefined;
}

/** Gives a JAR the time of the built one; half a millisecond more, since seconds as a fraction may lose as much. */
export async function setBuiltTime(jar: string, builtMillis: number): Promise<void> {
  const built = (Math.floor(builtMillis) + 0.5) / MILLIS_PER_SECOND;
  await utimes(jar, built, built);
}

/**
 * Runs `kc.sh build` in an unpacked server.
 * @throws Failure with Keycloak's words
 */
export async function buildServer(directory: string, options: readonly string[]): Promise<void> {
  const logFile = join(directory, 'build.log');
  const child = startChild({
    command: 'sh',
    args: [join(directory, 'bin', 'kc.sh'), 'build', ...options],
    env: keycloakEnvironment(SHORT_LIVED),
    output: { file: logFile },
  });
  const code = await child.exited;
  if (code !== 0) throw await explainByLog(`kc.sh build ended with code ${code}`, logFile);
}

/**
 * Copies a server that was unpacked or built, without what it wrote while it ran; the parts that are never written to are shared. JARs in
 * `providers` keep their times: Keycloak requires another build when one differs from the built one's.
 */
export async function copyServer(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true });
  for (const entry of await readdir(from, { recursive: true, withFileTypes: true })) {
    const source = join(entry.parentPath, entry.name);
    const path = source.slice(from.length + 1);
    if (path === DATA_FOLDER || path.startsWith(DATA_FOLDER + sep)) continue;
    if (entry.isDirectory()) await mkdir(join(to, path), { recursive: true });
    else if (path.startsWith(LINKED_FOLDER + sep)) await linkOrCopy(source, join(to, path));
    else await copyFile(source, join(to, path));
    if (entry.isFile() && path.startsWith(PROVIDERS + sep))
      await setBuiltTime(join(to, path), (await stat(source)).mtimeMs);
  }
}

async function linkOrCopy(source: string, target: string): Promise<void> {
  try {
    await link(source, target);
  } catch {
    // A file system without hard links.
    await copyFile(source, target);
  }
}

/** Whether a folder has a server that was built there, from these inputs, and whose JAR is the built one still. */
async function isBuiltFrom(inputs: string, directory: string): Promise<boolean> {
  const file = join(directory, STAMP);
  if (!existsSync(file)) return false;
  const stamp = JSON.parse(await readFile(file, 'utf8')) as Stamp;
  return (
    stamp.inputs === inputs && stamp.directory === directory && stamp.jarTime === (await jarTimeOf(directory))
  );
}

/** Whole milliseconds: a copied time may lose what is below. */
async function jarTimeOf(directory: string): Promise<number | null> {
  const installed = join(directory, PLUGIN);
  return existsSync(installed) ? Math.floor((await stat(installed)).mtimeMs) : null;
}

function digest(...parts: readonly (string | Buffer)[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part).update('\n');
  return hash.digest('hex');
}
