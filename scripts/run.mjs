/**
 * Runs a file in `scripts/commands` on the project's own Node, after installing the packages in package-lock.json. All npm
 * scripts start here; commands for maintainers are run by their file.
 *
 * Usage: node scripts/run.mjs <file in scripts/commands> [argument…]
 *
 * It has to run on any Node that a user has, so it uses only syntax that old versions can parse.
 */
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const OLDEST_NODE_MAJOR = 20;
const PARENT_CHECK_MILLISECONDS = 1000;
/** Commands that always need Keycloak. */
const NEED_KEYCLOAK = ['start.ts', 'test.ts', 'test-all.ts', 'check.ts', 'typecheck.ts'];
/** Commands that need only package.json's `dependencies`; all others need its `devDependencies` as well. */
const NEED_NO_DEV_PACKAGES = ['start.ts', 'build.ts', 'realm-file.ts', 'linkgate.ts'];

const startedAt = Date.now();
const root = dirname(dirname(fileURLToPath(import.meta.url)));
const commands = join(root, 'scripts', 'commands');
const programs = join(root, 'node_modules', '.bin');
/** Written by npm as the last step of an installation, so it is missing after an interrupted one. */
const installationRecord = join(root, 'node_modules', '.package-lock.json');

function fail(line) {
  console.error(line);
  process.exit(1);
}

/** The project's own Node in its package for this platform; npm 9 links no program that packages for several platforms have. */
function pinnedNode() {
  return ['node', 'node-bin']
    .map((name) => join(root, 'node_modules', `${name}-${process.platform}-${process.arch}`, 'bin', 'node'))
    .find((program) => fs.existsSync(program));
}

function readPackages(lockFile) {
  return JSON.parse(fs.readFileSync(lockFile, 'utf8')).packages;
}

/**
 * Whether node_modules has all packages in package-lock.json that a command needs. Optional packages may be missing: they are for
 * other platforms.
 */
function isInstalled(withDev) {
  if (!fs.existsSync(installationRecord) || !pinnedNode()) return false;
  const locked = readPackages(join(root, 'package-lock.json'));
  const installed = readPackages(installationRecord);
  return Object.keys(locked)
    .filter((path) => path !== '' && (withDev || !locked[path].dev))
    .every((path) => {
      if (!installed[path]) return locked[path].optional === true;
      return (
        installed[path].version === locked[path].version &&
        installed[path].integrity === locked[path].integrity
      );
    });
}

/** Whether development packages are installed: npm would remove them in an installation without them. */
function hasDevPackages() {
  return (
    fs.existsSync(installationRecord) &&
    Object.values(readPackages(installationRecord)).some(({ dev }) => dev)
  );
}

/**
 * Not by `npm ci`, which rejects a lock file that lacks some platform's optional package because the registry didn't have it.
 * Without npm's record node_modules may be incomplete, so it is deleted. No install scripts are run: none is needed.
 */
async function install(withDev) {
  console.error(
    `npm: installing the packages in package-lock.json${withDev ? ', those for tests too' : ''}…`,
  );
  const started = Date.now();
  if (!fs.existsSync(installationRecord))
    fs.rmSync(join(root, 'node_modules'), { recursive: true, force: true });
  const { error, status, signal } = await runNpm([
    ...['install', '--no-save', '--include=optional', withDev ? '--include=dev' : '--omit=dev'],
    ...['--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error'],
  ]);
  if (error && error.code === 'ENOENT')
    fail('npm was not found: it comes with Node (nodejs.org), on Debian as the package npm.');
  if (error) fail(`npm could not be run: ${error.message}`);
  if (status !== 0) fail(`npm install failed (${signal || `code ${status}`}); the reason is above.`);
  if (!pinnedNode()) fail(`There is no npm package with Node for ${process.platform} on ${process.arch}.`);
  console.error(`npm: done after ${Math.round((Date.now() - started) / 1000)} s`);
}

/** Runs npm without its standard output, a count of packages; its errors are shown. */
function runNpm(options) {
  return new Promise((resolve) => {
    const npm = spawn('npm', options, { cwd: root, stdio: ['inherit', 'ignore', 'inherit'] });
    background.push(() => npm.kill('SIGTERM'));
    npm.on('error', (error) => resolve({ error }));
    npm.on('close', (status, signal) => resolve({ status, signal }));
  });
}

/** Ends the programs that run in parallel with this one. */
const background = [];

/** Starts a program in its own process group, so that its children end with it. Returns its process ID. */
function startInBackground(program, args, output) {
  const child = spawn(program, args, { stdio: ['ignore', output, output], detached: true });
  child.on('error', () => {}); // The process that waits for it repeats the work, and reports the failure.
  background.push(() => {
    if (child.pid && child.exitCode === null && child.signalCode === null)
      process.kill(-child.pid, 'SIGKILL');
  });
  return String(child.pid || '');
}

/** Reads a version from a file that this one can't import. */
function versionIn(pattern, ...names) {
  return pattern.exec(fs.readFileSync(join(root, ...names), 'utf8'))[1];
}

/** Starts Maven's downloads in parallel with npm. Returns environment variables with the processes that the command waits for. */
function startDownloads(file) {
  if (!NEED_KEYCLOAK.includes(file)) return {};
  const keycloak =
    process.env.LINKGATE_KEYCLOAK_VERSION ||
    versionIn(/NEWEST_VERSION = '([\d.]+)'/, 'scripts', 'server', 'version.ts');
  const engine = versionIn(/<rhino\.version>([\w.-]+)</, 'provider-scripts', 'host', 'pom.xml');
  return {
    // `distribution.ts` waits for it.
    LINKGATE_UNPACKING: startDownload('unpack.mjs', `keycloak-${keycloak}`),
    // `engine.ts` waits for it.
    LINKGATE_FETCHING: startDownload('fetch-engine.mjs', `rhino-${engine}.jar`),
  };
}

/** Starts a program that downloads a file or folder of `.local`, unless that is there. Returns its process ID. */
function startDownload(program, name) {
  const target = join(root, '.local', name);
  if (fs.existsSync(target)) return '';
  return startInBackground(process.execPath, [join(root, 'scripts', 'server', program), target], 'inherit');
}

/** Runs the script with the terminal, the signals and the exit code passed through. */
function run(file, args, variables) {
  const node = pinnedNode();
  const env = {
    ...process.env,
    ...variables,
    PATH: [dirname(node), programs, process.env.PATH].join(delimiter),
    LINKGATE_STARTED_AT: String(startedAt),
  };
  // Compiling modules takes half of a short command's time.
  if (!env.NODE_COMPILE_CACHE) env.NODE_COMPILE_CACHE = join(root, 'node_modules', '.cache', 'compiled');
  const child = spawn(node, [join(commands, file)].concat(args), {
    cwd: root,
    env,
    stdio: 'inherit',
  });
  onSignal = (signal) => {
    // A terminal sends Ctrl-C to the child as well; after a second signal many programs exit without cleaning up.
    if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal);
  };
  if (process.env.npm_lifecycle_event) stopWithParent(() => child.kill('SIGTERM'));
  child.on('error', (error) => fail(`${node} could not be run: ${error.message}`));
  child.on('exit', (code, signal) => process.exit(code === null ? 128 + os.constants.signals[signal] : code));
}

/** A killed npm forwards no signal; this process only gets another parent. */
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
  for (const stop of background) stop();
});

const [file, ...args] = process.argv.slice(2);
if (Number(process.versions.node.split('.')[0]) < OLDEST_NODE_MAJOR) {
  fail(
    `Linkgate needs Node ${OLDEST_NODE_MAJOR} or newer, but this is ${process.versions.node}: get one from nodejs.org.`,
  );
}
if (!file || !fs.existsSync(join(commands, file)))
  fail('Usage: node scripts/run.mjs <file in scripts/commands> [argument…]');
const withDev = !NEED_NO_DEV_PACKAGES.includes(file);
let variables = {};
if (!isInstalled(withDev)) {
  variables = startDownloads(file);
  await install(withDev || hasDevPackages());
}
run(file, args, variables);
