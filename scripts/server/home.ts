/** Creates a Keycloak server with the plugin, built for one database (`kc.sh build`), from the pristine distribution. */

import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { copyFile, link, mkdir, readdir, readFile, rm, stat, utimes } from 'node:fs/promises';
import { basename, join, sep } from 'node:path';
import { writeAtomically } from './atomic-write.ts';
import { startChild } from './child.ts';
import { obtainDistribution } from './distribution.ts';
import { keycloakEnvironment, SHORT_LIVED } from './environment.ts';
import { localPath } from './local-folder.ts';
import { oneAtATime } from './one-at-a-time.ts';
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
  /** Its folder in `.local`; servers that run concurrently need different ones. */
  name: string;
  /** Path of the plugin's JAR; undefined for Keycloak alone. */
  jar: string | undefined;
  /** Paths of further JARs for `providers`. */
  others?: readonly string[];
  database: Database;
  /** More options that Keycloak is built with. */
  more?: readonly string[];
  /** The Keycloak version; this run's by default. */
  version?: string;
  log: (line: string) => void;
}

/** Describes a completed build; written last. */
const STAMP = 'linkgate-build.json';
const STAMP_MODE = 0o644;

/**
 * Identifies a build. Keycloak rejects a server that was built in another folder, or whose JAR has a different modification time.
 */
interface Stamp {
  /** A digest of the version, the options and the JARs. */
  inputs: string;
  directory: string;
  /** The JAR's modification time in milliseconds; null without a JAR. */
  jarTime: number | null;
}
/** The bulk of the server (170 MB), which Keycloak never writes to, so that hard links suffice. */
const LINKED_FOLDER = join('lib', 'lib');
/** The files that a server writes at run time. */
const DATA_FOLDER = 'data';
/** The file below `.local` that says which process builds a server: another one would copy, remove or complete what is being built. */
const TURN = 'building-server';
const PROVIDERS = 'providers';
const PLUGIN = join(PROVIDERS, 'linkgate.jar');
const MILLIS_PER_SECOND = 1000;

/**
 * Returns the home. Rebuilds it from scratch (about 20 s) if the Keycloak version, a JAR's content or the build options differ
 * from those of the last build, or if the folder was copied or moved. The server must not be running.
 * @throws Failure with Keycloak's error
 */
export async function prepareHome({
  name,
  jar,
  others = [],
  database,
  more = [],
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
    ...more,
  ];
  const jars: [from: string, to: string][] = others.map((other) => [other, join(PROVIDERS, basename(other))]);
  if (jar !== undefined) jars.unshift([jar, PLUGIN]);
  const contents = await Promise.all(jars.map(async ([from]) => digest(await readFile(from))));
  const inputs = digest(version, ...options, ...(contents.length === 0 ? [''] : contents));
  const isBuilt = () => isBuiltFrom(inputs, directory);
  if (!(await isBuilt()))
    await oneAtATime(TURN, async () => {
      if (!(await isBuilt())) await build();
    });
  return home;

  async function build(): Promise<void> {
    const distribution = await obtainDistribution(log, version);
    await rm(join(directory, STAMP), { force: true });
    await rm(directory, { recursive: true, force: true });
    const equalHome = await homeBuiltFrom(inputs);
    if (equalHome === undefined) {
      log(`server: building .local/${name} (kc.sh build, about 20 s)…`);
      await copyServer(distribution, directory);
      for (const [from, to] of jars) await copyFile(from, join(directory, to));
      await buildServer(directory, options);
    } else {
      await copyServer(equalHome, directory);
    }
    const stamp: Stamp = { inputs, directory, jarTime: await jarTimeOf(directory) };
    writeAtomically(join(directory, STAMP), JSON.stringify(stamp), STAMP_MODE);
  }
}

/** Another home that was built from these inputs, which can be copied instead of building. */
async function homeBuiltFrom(inputs: string): Promise<string | undefined> {
  for (const name of await readdir(localPath('.'))) {
    const directory = localPath(name);
    if (await isBuiltFrom(inputs, directory)) return directory;
  }
  return undefined;
}

/**
 * Sets a JAR's modification time to that of the built one, plus half a millisecond against rounding errors in fractional seconds.
 */
export async function setBuiltTime(jar: string, builtMillis: number): Promise<void> {
  const built = (Math.floor(builtMillis) + 0.5) / MILLIS_PER_SECOND;
  await utimes(jar, built, built);
}

/**
 * Runs `kc.sh build` in an unpacked server.
 * @throws Failure with Keycloak's error
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
  if (code !== 0) throw await explainByLog(`kc.sh build exited with code ${code}`, logFile);
}

/**
 * Copies an unpacked or built server, without its run-time data; files that are never written to are hard-linked. JARs in
 * `providers` keep their modification times: Keycloak requires a rebuild if one has changed.
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
    // The file system has no hard links.
    await copyFile(source, target);
  }
}

/** Whether a folder contains a server that was built there from these inputs, and whose JAR hasn't changed since. */
async function isBuiltFrom(inputs: string, directory: string): Promise<boolean> {
  const file = join(directory, STAMP);
  if (!existsSync(file)) return false;
  const stamp = JSON.parse(await readFile(file, 'utf8')) as Stamp;
  return (
    stamp.inputs === inputs && stamp.directory === directory && stamp.jarTime === (await jarTimeOf(directory))
  );
}

/** In whole milliseconds: a copied time may lose the fraction. */
async function jarTimeOf(directory: string): Promise<number | null> {
  const installed = join(directory, PLUGIN);
  return existsSync(installed) ? Math.floor((await stat(installed)).mtimeMs) : null;
}

function digest(...parts: readonly (string | Buffer)[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part).update('\n');
  return hash.digest('hex');
}
