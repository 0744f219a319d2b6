/**
 * Downloads the pristine Keycloak server, a Maven artifact, and unpacks it (about 180 MB, the first time).
 *
 * Usage: node scripts/server/unpack.mjs <folder to create>; an existing folder is left unchanged
 *
 * The folder's name ends with the version. It is created only once it is complete: the work is done in `<folder>.partial-<process
 * id>`. The output reports the progress; on failure, Maven's error is the last line. If several processes create the same folder,
 * one does the work, and the others wait for it. `run.mjs` starts it in parallel with npm, on any Node that a user has, hence
 * plain JavaScript.
 */
import fs from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { checksumProblem, fetchArtifact } from './fetch.mjs';

/** Smaller downloads aren't the server. */
const SERVER_MEGABYTES = 100;
const PROGRESS_STEP_PERCENT = 10;
const SILENCE_SECONDS = 15;
const POLL_MILLISECONDS = 200;

const [target] = process.argv.slice(2);
const name = basename(target);
const version = name.replace('keycloak-', '');
const PARTIAL = `${name}.partial-`;
const partial = join(dirname(target), `${PARTIAL}${process.pid}`);
const log = (line) => console.log(`Keycloak: ${line}`);

/** Resolves to Maven's error, or to undefined on success. */
async function unpack() {
  fs.mkdirSync(partial, { recursive: true });
  const progress = followProgress();
  const artifact = `org.keycloak:keycloak-quarkus-dist:zip:${version}`;
  const reason = await fetchArtifact(artifact, partial, progress.read);
  progress.end();
  const archive = `keycloak-quarkus-dist-${version}.zip`;
  const problem = reason || checksumProblem(join(partial, archive), archive);
  fs.rmSync(join(partial, archive), { force: true });
  return problem;
}

/** Logs Maven's `Progress (1): 12/177 MB` in steps of 10 %, and a line if there is no progress for a while. */
function followProgress() {
  const started = Date.now();
  let nextPercent = PROGRESS_STEP_PERCENT;
  const silence = setInterval(() => {
    log(`still downloading after ${Math.round((Date.now() - started) / 1000)} s…`);
  }, SILENCE_SECONDS * 1000);
  const read = (line) => {
    const [, done, total] = /Progress \(\d+\):.*?([\d.]+)\/([\d.]+) MB/.exec(line) || [];
    if (!(Number(total) >= SERVER_MEGABYTES)) return;
    const percent = (100 * Number(done)) / Number(total);
    if (percent < nextPercent) return;
    silence.refresh();
    nextPercent = percent - (percent % PROGRESS_STEP_PERCENT) + PROGRESS_STEP_PERCENT;
    log(`${Math.floor(percent)} % of ${total} MB`);
  };
  return { read, end: () => clearInterval(silence) };
}

/** Deletes an archive in Maven's cache that can't be unpacked, and downloads it again, once. */
async function unpackWithRetry() {
  const reason = await unpack();
  const [, brokenArchive] = /Error unpacking file: (.+?\.zip) to:/.exec(reason || '') || [];
  if (brokenArchive === undefined) return reason;
  log(`${brokenArchive} is broken: downloading it again…`);
  fs.rmSync(brokenArchive, { force: true });
  fs.rmSync(partial, { recursive: true, force: true });
  return await unpack();
}

function isRunning(processId) {
  try {
    process.kill(processId, 0);
    return true;
  } catch (error) {
    // EPERM: it runs, as another user.
    return error.code === 'EPERM';
  }
}

/** Waits for processes that create the same folder and have lower IDs: the lowest does the work. */
async function awaitOthers() {
  const others = () =>
    fs
      .readdirSync(dirname(target))
      .filter((entry) => entry.startsWith(PARTIAL))
      .map((entry) => Number(entry.slice(PARTIAL.length)))
      .filter((processId) => processId < process.pid && isRunning(processId));
  if (others().length > 0) log('another process is downloading it…');
  while (others().length > 0) await wait(POLL_MILLISECONDS);
}

/** Renames the folder to its final name, unless another process was first. */
function finish() {
  try {
    fs.renameSync(join(partial, name), target);
  } catch (error) {
    if (!fs.existsSync(target)) throw error;
  }
}

/** Returns the error, or undefined on success. */
async function create() {
  log(`downloading ${version} with Maven (about 180 MB, once)…`);
  const started = Date.now();
  const reason = await unpackWithRetry();
  if (reason !== undefined) return reason;
  const versionFile = join(partial, name, 'version.txt');
  if (!(fs.existsSync(versionFile) && fs.readFileSync(versionFile, 'utf8').includes(version)))
    return `Maven unpacked no complete Keycloak ${version}`;
  finish();
  log(`done after ${Math.round((Date.now() - started) / 1000)} s`);
  return undefined;
}

fs.mkdirSync(partial, { recursive: true });
await awaitOthers();
const reason = fs.existsSync(target) ? undefined : await create();
fs.rmSync(partial, { recursive: true, force: true });
if (reason !== undefined) {
  console.log(reason);
  process.exit(1);
}
