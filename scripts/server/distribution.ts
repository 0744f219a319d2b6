/** Obtains the pristine Keycloak server, as the Maven artifact that Keycloak publishes. */

import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { runChild } from './child.ts';
import { Failure } from './failure.ts';
import { localPath } from './local-folder.ts';
import { isRunning } from './process-id.ts';
import { KEYCLOAK_VERSION } from './version.ts';

const UNPACK_GOAL = 'org.apache.maven.plugins:maven-dependency-plugin:3.9.0:unpack';
const ARTIFACT = `org.keycloak:keycloak-quarkus-dist:${KEYCLOAK_VERSION}:zip`;
const FOLDER = `keycloak-${KEYCLOAK_VERSION}`;
const DOWNLOAD_MEGABYTES = 180;
/** Downloads below this are Maven's own plugins. */
const SERVER_MEGABYTES = 100;
const PROGRESS_STEP_PERCENT = 10;
const SILENCE_SECONDS = 15;

let pending: Promise<string> | undefined;

/**
 * Returns the folder of the unpacked server, which nobody may change or run; downloads it the first time (about 180 MB).
 * It appears under its final name only when it is whole. Calls at the same time share one download.
 * @throws Failure with Maven's words
 */
export function obtainDistribution(log: (line: string) => void): Promise<string> {
  pending ??= obtain(log).finally(() => {
    pending = undefined;
  });
  return pending;
}

async function obtain(log: (line: string) => void): Promise<string> {
  const target = localPath(FOLDER);
  await removeAbandoned(target);
  if (await isWhole(target)) return target;
  log(`Getting Keycloak ${KEYCLOAK_VERSION} with Maven (about ${DOWNLOAD_MEGABYTES} MB, once)…`);
  const partial = partialName(target, process.pid);
  try {
    await unpack(partial, log);
    const unpacked = join(partial, FOLDER);
    if (!(await isWhole(unpacked)))
      throw new Failure(`Maven unpacked no whole Keycloak ${KEYCLOAK_VERSION} from ${ARTIFACT}.`);
    if (await isWhole(target)) return target;
    await rm(target, { recursive: true, force: true });
    await rename(unpacked, target);
  } finally {
    await rm(partial, { recursive: true, force: true });
  }
  return target;
}

/** An archive that Maven has but can't be unpacked is thrown away and downloaded again, once. */
async function unpack(folder: string, log: (line: string) => void): Promise<void> {
  const reason = await runUnpackGoal(folder, log);
  if (reason === undefined) return;
  const [, brokenArchive] = /Error unpacking file: (.+?\.zip) to:/.exec(reason) ?? [];
  if (brokenArchive === undefined) throw mavenFailure(reason);
  log(`  ${brokenArchive} is broken: getting it again…`);
  await rm(brokenArchive, { force: true });
  await rm(folder, { recursive: true, force: true });
  const secondReason = await runUnpackGoal(folder, log);
  if (secondReason !== undefined) throw mavenFailure(secondReason);
}

function mavenFailure(reason: string): Failure {
  const hint = 'it takes proxies and mirrors from ~/.m2/settings.xml';
  return new Failure(`Maven couldn't get Keycloak ${KEYCLOAK_VERSION} (${hint}): ${reason}`);
}

/** Returns Maven's reason when it fails. */
async function runUnpackGoal(folder: string, log: (line: string) => void): Promise<string | undefined> {
  await mkdir(folder, { recursive: true });
  const progress = followProgress(log);
  const { code, tail } = await runChild({
    command: 'mvn',
    // Not --batch-mode: that would leave out the progress.
    args: ['-Dstyle.color=never', UNPACK_GOAL, `-Dartifact=${ARTIFACT}`, `-DoutputDirectory=${folder}`],
    // The plugin leaves its markers in the working folder.
    cwd: folder,
    output: progress.read,
  }).finally(progress.end);
  if (code === 0) return undefined;
  const error = tail.find((line) => line.startsWith('[ERROR]')) ?? `it ended with code ${code}`;
  return error.replace('[ERROR] ', '').replace(' -> [Help 1]', '');
}

/** Turns Maven's `Progress (1): 12/177 MB` into a line at each tenth, and says so when there is nothing to tell for a while. */
function followProgress(log: (line: string) => void) {
  const startedMilliseconds = Date.now();
  let nextPercent = PROGRESS_STEP_PERCENT;
  const silence = setInterval(() => {
    log(`  still at it after ${Math.round((Date.now() - startedMilliseconds) / 1000)} s…`);
  }, SILENCE_SECONDS * 1000);
  const read = (line: string) => {
    const [, done, total] = /Progress \(\d+\):.*?([\d.]+)\/([\d.]+) MB/.exec(line) ?? [];
    if (!(Number(total) >= SERVER_MEGABYTES)) return;
    const percent = (100 * Number(done)) / Number(total);
    if (percent < nextPercent) return;
    silence.refresh();
    nextPercent = percent - (percent % PROGRESS_STEP_PERCENT) + PROGRESS_STEP_PERCENT;
    log(`  ${Math.floor(percent)} % of ${total} MB`);
  };
  return { read, end: () => clearInterval(silence) };
}

/** Removes what earlier runs left unfinished; a run that is still at work keeps its folder. */
async function removeAbandoned(target: string): Promise<void> {
  const parent = dirname(target);
  const names = existsSync(parent) ? await readdir(parent) : [];
  for (const path of names.map((name) => join(parent, name))) {
    const processId = Number(path.slice(partialName(target, '').length));
    const isPartial = path.startsWith(partialName(target, ''));
    if (isPartial && !(processId !== process.pid && isRunning(processId)))
      await rm(path, { recursive: true, force: true });
  }
}

function partialName(target: string, processId: number | ''): string {
  return `${target}.partial-${processId}`;
}

async function isWhole(folder: string): Promise<boolean> {
  const needed = ['bin/kc.sh', 'lib/quarkus-run.jar', 'lib/quarkus/generated-bytecode.jar', 'version.txt'];
  if (!needed.every((path) => existsSync(join(folder, path)))) return false;
  return (await readFile(join(folder, 'version.txt'), 'utf8')).includes(KEYCLOAK_VERSION);
}
