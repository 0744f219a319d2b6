/**
 * Runs a file of `scripts/commands` on the project's own Node, after installing what package-lock.json asks for; all npm scripts begin here.
 *
 * Usage: node scripts/run.mjs <file of scripts/commands> [argument…]
 *
 * It is the one file that has to run on whatever Node a person has, so it keeps to syntax that old ones can parse.
 */
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const OLDEST_NODE_MAJOR = 20;
const PARENT_CHECK_MILLISECONDS = 1000;
/** Commands that need Keycloak whatever their arguments are. */
const FIRST_START = ['start.ts', 'check.ts', 'typecheck.ts'];

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const commands = join(root, 'scripts', 'commands');
const programs = join(root, 'node_modules', '.bin');
const pinnedNode = join(programs, 'node');
/** npm writes it as the last step of an installation, so an interrupted one has none. */
const installationRecord = join(root, 'node_modules', '.package-lock.json');

function fail(line) {
  console.error(line);
  process.exit(1);
}

function readPackages(lockFile) {
  return JSON.parse(fs.readFileSync(lockFile, 'utf8')).packages;
}

/** Whether node_modules holds what package-lock.json asks for. Optional packages may be missing: they are for other platforms. */
function isInstalled() {
  if (!fs.existsSync(installationRecord) || !fs.existsSync(pinnedNode)) return false;
  const wanted = readPackages(join(root, 'package-lock.json'));
  const present = readPackages(installationRecord);
  return Object.keys(wanted)
    .filter((path) => path !== '')
    .every((path) => {
      if (!present[path]) return wanted[path].optional === true;
      return (
        present[path].version === wanted[path].version && present[path].integrity === wanted[path].integrity
      );
    });
}

/**
 * `npm ci` would do all of this, but refuses a lock file that was made where a registry lacks some platform's optional package.
 * Without npm's record nobody knows how complete node_modules is, so it is deleted.
 */
async function install() {
  console.log('npm: installing the packages in package-lock.json (about a minute)…');
  const started = Date.now();
  if (!fs.existsSync(installationRecord))
    fs.rmSync(join(root, 'node_modules'), { recursive: true, force: true });
  const options = ['install', '--no-save', '--include=dev', '--no-audit', '--no-fund', '--prefer-offline'];
  const { error, status, signal } = await runNpm(options.concat('--loglevel=error'));
  if (error && error.code === 'ENOENT')
    fail('npm was not found: it comes with Node (nodejs.org), on Debian as the package npm.');
  if (error) fail(`npm could not be run: ${error.message}`);
  if (status !== 0) fail(`npm install ended with ${signal || `code ${status}`}: the lines above say why.`);
  if (!fs.existsSync(pinnedNode)) {
    fail(
      'The npm package "node" came without its executable: allow install scripts (npm config set ignore-scripts false).',
    );
  }
  console.log(`npm: done after ${Math.round((Date.now() - started) / 1000)} s`);
}

/** npm's own count of packages would be a second line about the same; its errors are on the other stream. */
function runNpm(options) {
  return new Promise((resolve) => {
    const npm = spawn('npm', options, { cwd: root, stdio: ['inherit', 'ignore', 'inherit'] });
    beside.push(() => npm.kill('SIGTERM'));
    npm.on('error', (error) => resolve({ error }));
    npm.on('close', (status, signal) => resolve({ status, signal }));
  });
}

/** Ends the programs that run in parallel with this one. */
const beside = [];

/** Downloading Keycloak needs no package: its process runs in parallel with npm, and `distribution.ts` waits for it. */
function beginUnpacking() {
  const source = fs.readFileSync(join(root, 'scripts', 'server', 'version.ts'), 'utf8');
  const version = process.env.LINKGATE_KEYCLOAK_VERSION || /NEWEST_VERSION = '([\d.]+)'/.exec(source)[1];
  const folder = join(root, '.local', `keycloak-${version}`);
  if (fs.existsSync(folder)) return undefined;
  // A group of its own: Maven is to end with it.
  const child = spawn(process.execPath, [join(root, 'scripts', 'server', 'unpack.mjs'), folder], {
    stdio: ['ignore', 'inherit', 'inherit'],
    detached: true,
  });
  beside.push(() => {
    if (child.exitCode === null && child.signalCode === null) process.kill(-child.pid, 'SIGKILL');
  });
  return String(child.pid);
}

/** Runs the script with the terminal, the signals and the exit code passed through. */
function run(file, args, unpacking) {
  const env = Object.assign({}, process.env, { PATH: programs + delimiter + process.env.PATH });
  if (unpacking !== undefined) env.LINKGATE_UNPACKING = unpacking;
  // Half of what a short command costs is compiling its modules.
  if (!env.NODE_COMPILE_CACHE) env.NODE_COMPILE_CACHE = join(root, 'node_modules', '.cache', 'compiled');
  const child = spawn(pinnedNode, [join(commands, file)].concat(args), {
    cwd: root,
    env,
    stdio: 'inherit',
  });
  onSignal = (signal) => {
    // A terminal sends Ctrl-C to the child as well; a second one would make many programs end without cleaning up.
    if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal);
  };
  if (process.env.npm_lifecycle_event) stopWithParent(() => child.kill('SIGTERM'));
  child.on('error', (error) => fail(`${pinnedNode} could not be run: ${error.message}`));
  child.on('exit', (code, signal) => process.exit(code === null ? 128 + os.constants.signals[signal] : code));
}

/** An npm that is killed passes nothing on; the one trace is that this process gets another parent. */
function stopWithParent(stop) {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    stop();
  }, PARENT_CHECK_MILLISECONDS);
}

/** Before the script runs, a signal ends npm and what runs in parallel with it. */
let onSignal = (signal) => process.exit(128 + os.constants.signals[signal]);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => onSignal(signal));
process.on('exit', () => {
  for (const end of beside) end();
});

const [file, ...args] = process.argv.slice(2);
if (Number(process.versions.node.split('.')[0]) < OLDEST_NODE_MAJOR) {
  fail(
    `Linkgate needs Node ${OLDEST_NODE_MAJOR} or newer, but this is ${process.versions.node}: get one from nodejs.org.`,
  );
}
if (!file || !fs.existsSync(join(commands, file)))
  fail('Usage: node scripts/run.mjs <file of scripts/commands> [argument…]');
let unpacking;
if (!isInstalled()) {
  if (FIRST_START.includes(file)) unpacking = beginUnpacking();
  await install();
}
run(file, args, unpacking);
