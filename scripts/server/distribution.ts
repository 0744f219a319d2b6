/** Downloads and unpacks the pristine Keycloak server by `unpack.mjs`, unless `run.mjs` has already started that. */

import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Failure } from '../failure.ts';
import { runChild } from './child.ts';
import { localPath } from './local-folder.ts';
import { awaitProcess, isRunning } from './process-id.ts';
import { KEYCLOAK_VERSION } from './version.ts';

const UNPACK = fileURLToPath(new URL('./unpack.mjs', import.meta.url));

const pending = new Map<string, Promise<string>>();

/**
 * Returns the folder of a version's unpacked server, which must not be changed or run; downloads it the first time (about 180
 * MB). The folder gets its final name only once it is complete. Concurrent calls share one download.
 * @throws Failure with Maven's error
 */
export function obtainDistribution(
  log: (line: string) => void,
  version: string = KEYCLOAK_VERSION,
): Promise<string> {
  const obtaining = pending.get(version) ?? obtain(log, version).finally(() => pending.delete(version));
  pending.set(version, obtaining);
  return obtaining;
}

async function obtain(log: (line: string) => void, version: string): Promise<string> {
  const target = localPath(`keycloak-${version}`);
  await awaitProcess('LINKGATE_UNPACKING');
  await removeAbandoned(target);
  const existed = existsSync(target);
  if (await isComplete(target, version)) return target;
  // Not a folder that another process may have created since.
  if (existed) await rm(target, { recursive: true, force: true });
  await mkdir(dirname(target), { recursive: true });
  const { code, tail } = await runChild({
    command: process.execPath,
    args: [UNPACK, target],
    output: log,
  });
  if (code === 0 && (await isComplete(target, version))) return target;
  const hint = 'it reads proxies and mirrors from ~/.m2/settings.xml';
  throw new Failure(`Maven couldn't download Keycloak ${version} (${hint}): ${tail.at(-1)}`);
}

/** Removes the unfinished folders of earlier runs, unless the run is still active. */
async function removeAbandoned(target: string): Promise<void> {
  const parent = dirname(target);
  const names = existsSync(parent) ? await readdir(parent) : [];
  const start = `${target}.partial-`;
  for (const path of names.map((name) => join(parent, name))) {
    if (path.startsWith(start) && !isRunning(Number(path.slice(start.length))))
      await rm(path, { recursive: true, force: true });
  }
}

async function isComplete(folder: string, version: string): Promise<boolean> {
  const needed = ['bin/kc.sh', 'lib/quarkus-run.jar', 'lib/quarkus/generated-bytecode.jar', 'version.txt'];
  if (!needed.every((path) => existsSync(join(folder, path)))) return false;
  return (await readFile(join(folder, 'version.txt'), 'utf8')).includes(version);
}
