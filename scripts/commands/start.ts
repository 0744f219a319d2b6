/** `npm start`: obtains, builds and starts a sample installation, and prints where everything is (architecture, section 7). */

import { existsSync } from 'node:fs';
import { constants } from 'node:os';
import { buildPlugin } from '../build/plugin.ts';
import { counted } from '../cli/count.ts';
import { startDemo } from '../demo/server.ts';
import { Failure } from '../failure.ts';
import { describePrecedence } from '../seed/admin-settings.ts';
import { ensureSampleAdministrator } from '../seed/sample-administrator.ts';
import { seed } from '../seed/seed.ts';
import { stopChildren } from '../server/child.ts';
import { obtainDistribution } from '../server/distribution.ts';
import { SHORT_LIVED } from '../server/environment.ts';
import { type Home, prepareHome } from '../server/home.ts';
import { startInbox } from '../server/inbox.ts';
import { localPath } from '../server/local-folder.ts';
import { type RunningNode, startNode } from '../server/node.ts';
import { requireFreePorts } from '../server/ports.ts';
import { requirePrerequisites } from '../server/prerequisites.ts';
import { loadSecrets } from '../server/secrets.ts';
import { announcement } from '../start/announcement.ts';
import { claimFolder } from '../start/claim.ts';
import { markDataComplete, openDataFolder } from '../start/data-folder.ts';
import { requireResponses } from '../start/require-responses.ts';
import { describeRun, removeRunFile, writeRunFile } from '../start/run-json.ts';
import { ADMIN_USERNAME, SAMPLE_REALMS, seedVariables } from '../start/sample.ts';
import { describePorts, readPorts } from '../start/settings.ts';
import { Shutdown } from '../start/shutdown.ts';
import { Timings } from '../start/timings.ts';

const RUN_FILE = localPath('run.json');
const LOG_FILE = localPath('keycloak.log');
const DATA_FOLDER = localPath('data');
const SECRETS_FILE = localPath('data', 'secrets.json');
const CLAIM_FILE = localPath('start.pid');
const PARENT_CHECK_MILLISECONDS = 1000;

const shutdown = new Shutdown();
const timings = new Timings(Number(process.env.LINKGATE_STARTED_AT ?? Date.now()));
const log = (line: string) => console.log(line);

async function start(): Promise<RunningNode> {
  await timings.phase('prerequisites', requirePrerequisites);
  const ports = readPorts(process.env);
  shutdown.add(await claimFolder(CLAIM_FILE));
  await requireFreePorts(describePorts(ports));
  await removeRunFile(RUN_FILE);
  shutdown.add(stopChildren);

  // Unused until everything responds; `stopChildren` stops it if the rest fails.
  const inbox = startInbox({ smtpPort: ports.smtp, webPort: ports.inbox });
  void inbox.catch(fail);
  const home = await buildServerWithPlugin();
  await openDataFolder(DATA_FOLDER);
  const secrets = await loadSecrets(SECRETS_FILE);
  const admin = { username: ADMIN_USERNAME, password: secrets.ADMIN_PASSWORD };
  const run = describeRun({ ports, secrets, admin });

  log('Keycloak: starting…');
  const node = await timings.phase('server start', () =>
    startNode({
      home,
      httpPort: ports.keycloak,
      managementPort: ports.management,
      hostname: run.server_url,
      dataDir: DATA_FOLDER,
      adminUsername: admin.username,
      adminPassword: admin.password,
      logFile: LOG_FILE,
      // It starts sooner, and few users will use it at the same time.
      env: SHORT_LIVED,
    }),
  );
  await markDataComplete(DATA_FOLDER);
  const { realms, changes, kept } = await timings.phase('seeding', () =>
    seed({
      serverUrl: run.server_url,
      admin,
      variables: seedVariables(secrets, { demoPort: ports.demo, email: run.email }),
      realms: SAMPLE_REALMS,
      apply: true,
    }),
  );
  await ensureSampleAdministrator(
    { serverUrl: run.server_url, ...admin },
    { realm: run.realm, email: run.administration.email },
  );
  log(
    `Seeded the realms ${realms.map(({ realm }) => realm).join(' and ')} (${counted(changes.length, 'change')}).`,
  );
  for (const line of describePrecedence(changes, kept)) log(line);
  await timings.phase('demo and inbox', async () => {
    const demo = await startDemo({ port: ports.demo, run });
    shutdown.add(demo.close);
    shutdown.add((await inbox).close);
    await requireResponses(run);
  });

  shutdown.add(() => removeRunFile(RUN_FILE));
  writeRunFile(RUN_FILE, run);
  log(announcement(run, { runFile: RUN_FILE, log: LOG_FILE, stop: 'Ctrl-C', isPrivate: true }));
  log(process.env.LINKGATE_TIMINGS === '1' ? timings.text() : timings.summary());
  return node;
}

/** Downloading Keycloak needs no plugin, and building the plugin no Keycloak; an existing server no longer needs the download. */
async function buildServerWithPlugin(): Promise<Home> {
  const name = 'server';
  const distribution = existsSync(localPath(name))
    ? undefined
    : timings.phase('Keycloak download', () => obtainDistribution(log));
  const plugin = timings.phase('plugin build', () => buildPlugin({ log }));
  const [jar] = await Promise.all([plugin, distribution]);
  return await timings.phase('server build', () => prepareHome({ name, jar, database: 'dev-file', log }));
}

async function leave(code: number): Promise<never> {
  await shutdown.run();
  process.exit(code);
}

/** Reports the error, unless everything is shutting down. */
async function fail(error: unknown): Promise<void> {
  if (shutdown.started) return;
  const message = error instanceof Error ? error.message : String(error);
  console.error(`npm start: ${message}`);
  if (error instanceof Failure) for (const line of error.details) console.error(`  ${line}`);
  await leave(1);
}

/** Ctrl-C and SIGTERM are the normal end of a running installation, and an interruption before that. */
function stopOn(signal: 'SIGINT' | 'SIGTERM' | 'SIGHUP', isReady: () => boolean): void {
  process.on(signal, () => {
    if (!shutdown.started) log('Stopping…');
    void leave(isReady() ? 0 : 128 + constants.signals[signal]);
  });
}

/** `run.mjs` may be killed without being able to report it. */
function stopWithParent(): void {
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) void leave(1);
  }, PARENT_CHECK_MILLISECONDS).unref();
}

let ready = false;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) stopOn(signal, () => ready);
stopWithParent();
try {
  const node = await start();
  ready = true;
  void node.exited.then(fail);
} catch (error) {
  await fail(error);
}
