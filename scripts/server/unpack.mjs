/**
 * Downloads the pristine Keycloak server, the Maven artifact published by Keycloak, and unpacks it (about 180 MB, the first time).
 *
 * Usage: node scripts/server/unpack.mjs <folder to create>; an existing one is left unchanged
 *
 * The folder's name ends with the version. It appears only when it is complete: the work is done in `<folder>.partial-<process id>`. The
 * output says what is being done; if it fails, Maven's reason is the last line. Of several processes that create the same folder one does the work, and
 * the others wait for it. `run.mjs` starts it in parallel with npm, on whatever Node a user has, so it keeps to plain JavaScript.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';

const MAVEN = 'mvn';
/** Copies the archive, for its checksum, and unpacks it. */
const GOALS = ['copy', 'unpack'].map(
  (goal) => `org.apache.maven.plugins:maven-dependency-plugin:3.9.0:${goal}`,
);
/** Without the C2 compiler Java finishes such small work sooner. */
const QUICK_JAVA = '-XX:TieredStopAtLevel=1';
/** Downloads below this are Maven's own plugins. */
const SERVER_MEGABYTES = 100;
const PROGRESS_STEP_PERCENT = 10;
const SILENCE_SECONDS = 15;
const LOOK_MILLISECONDS = 200;
/** SHA-256 by file name: what was looked at when the version was taken up, whatever a mirror delivers later. */
const CHECKSUMS = JSON.parse(fs.readFileSync(new URL('./checksums.json', import.meta.url), 'utf8'));

const [target] = process.argv.slice(2);
const name = basename(target);
const version = name.replace('keycloak-', '');
const PARTIAL = `${name}.partial-`;
const partial = join(dirname(target), `${PARTIAL}${process.pid}`);
const log = (line) => console.log(`Keycloak: ${line}`);

/** Resolves to Maven's reason when it fails. */
function unpack() {
  fs.mkdirSync(partial, { recursive: true });
  // Not --batch-mode: that would leave out the progress.
  const args = [
    '-Dstyle.color=never',
    ...GOALS,
    `-Dartifact=org.keycloak:keycloak-quarkus-dist:${version}:zip`,
    `-DoutputDirectory=${partial}`,
  ];
  const env = { ...process.env, MAVEN_OPTS: `${process.env.MAVEN_OPTS || ''} ${QUICK_JAVA}` };
  return new Promise((resolve) => {
    // The plugin leaves its markers in the working folder.
    const child = spawn(MAVEN, args, { cwd: partial, env, stdio: ['ignore', 'pipe', 'ignore'] });
    const progress = followProgress();
    let reason;
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (line.startsWith('[ERROR]') && reason === undefined) reason = line;
      progress.read(line);
    });
    child.on('error', (error) => resolve(`mvn doesn't run: ${error.message}`));
    child.on('close', (code) => {
      progress.end();
      const text = (reason || `it ended with code ${code}`)
        .replace('[ERROR] ', '')
        .replace(' -> [Help 1]', '');
      resolve(code === 0 ? wrongArchive() : text);
    });
  });
}

/** Why the unpacked archive is invalid; an archive of a version without a checksum is accepted as Maven downloaded it. */
function wrongArchive() {
  const file = `keycloak-quarkus-dist-${version}.zip`;
  const expected = CHECKSUMS[file];
  const archive = join(partial, file);
  if (expected !== undefined && !fs.existsSync(archive)) return `Maven has left no ${file} to verify`;
  const digest = expected && createHash('sha256').update(fs.readFileSync(archive)).digest('hex');
  fs.rmSync(archive, { force: true });
  return digest === expected ? undefined : `${file} has not the SHA-256 in scripts/server/checksums.json`;
}

/** Turns Maven's `Progress (1): 12/177 MB` into a line at each tenth, and says so when there is no progress for a while. */
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

/** An archive that Maven has but can't be unpacked is thrown away and downloaded again, once. */
async function unpackTwice() {
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

/** Waits for those that make the same folder and have lower ids: of several the lowest does it. */
async function awaitOthers() {
  const others = () =>
    fs
      .readdirSync(dirname(target))
      .filter((entry) => entry.startsWith(PARTIAL))
      .map((entry) => Number(entry.slice(PARTIAL.length)))
      .filter((processId) => processId < process.pid && isRunning(processId));
  if (others().length > 0) log('another process is downloading it…');
  while (others().length > 0) await wait(LOOK_MILLISECONDS);
}

/** Gives the folder its final name, unless another process was first. */
function finish() {
  try {
    fs.renameSync(join(partial, name), target);
  } catch (error) {
    if (!fs.existsSync(target)) throw error;
  }
}

/** Returns Maven's reason when it fails. */
async function make() {
  log(`downloading ${version} with Maven (about 180 MB, once)…`);
  const started = Date.now();
  const reason = await unpackTwice();
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
const reason = fs.existsSync(target) ? undefined : await make();
fs.rmSync(partial, { recursive: true, force: true });
if (reason !== undefined) {
  console.log(reason);
  process.exit(1);
}
