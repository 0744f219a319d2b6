/** An empty Keycloak with the plugin that makes the sample realm from the ready realm file, by Keycloak's own import. */
import { copyFile, mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { inject } from 'vitest';
import { buildPlugin } from '../../scripts/build/plugin.ts';
import { ROOT } from '../../scripts/build/root.ts';
import { REALM_FILE } from '../../scripts/realm-file/file.ts';
import { runChild } from '../../scripts/server/child.ts';
import { keycloakEnvironment } from '../../scripts/server/environment.ts';
import { type Home, prepareHome } from '../../scripts/server/home.ts';
import { localPath } from '../../scripts/server/local-folder.ts';
import { embeddedDatabaseUrl, type RunningNode, startNode } from '../../scripts/server/node.ts';
import { freePort } from '../../scripts/server/ports.ts';

const FILE = path.join(ROOT, REALM_FILE);

/** The server, once it is ready; its administrator is that of the test installation. */
export type Imported = RunningNode & { url: string };

/** `kc.sh import`, then a start. */
export async function importByCommand(): Promise<Imported> {
  const home = await testHome();
  const dataDir = await emptyFolder('by-command');
  const args = ['import', '--optimized', `--file=${FILE}`, `--db-url=${embeddedDatabaseUrl(dataDir)}`];
  const { code, tail } = await runChild({
    command: 'sh',
    args: [path.join(home.directory, 'bin', 'kc.sh'), ...args],
    env: keycloakEnvironment(inject('site').variables),
    output: () => {},
  });
  if (code !== 0) throw new Error(`kc.sh import ended with code ${code}:\n${tail.join('\n')}`);
  return await start(home, dataDir, []);
}

/** `kc.sh start --import-realm`, with the file in the server's folder for that. */
export async function importAtStart(): Promise<Imported> {
  const home = await testHome();
  const folder = path.join(home.directory, 'data', 'import');
  await mkdir(folder, { recursive: true });
  await copyFile(FILE, path.join(folder, path.basename(FILE)));
  try {
    return await start(home, await emptyFolder('at-start'), ['--import-realm']);
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function start(home: Home, dataDir: string, extraArgs: readonly string[]): Promise<Imported> {
  const { admin, variables } = inject('site');
  const httpPort = await freePort();
  const url = `http://localhost:${httpPort}`;
  const node = await startNode({
    home,
    httpPort,
    managementPort: await freePort(),
    hostname: url,
    dataDir,
    adminUsername: admin.username,
    adminPassword: admin.password,
    logFile: path.join(dataDir, 'keycloak.log'),
    extraArgs,
    env: variables,
  });
  return { ...node, url };
}

/** The home that the test installation runs from: it is built already, and only the data differ. */
async function testHome(): Promise<Home> {
  const log = () => {};
  return await prepareHome({
    name: 'test-server',
    jar: await buildPlugin({ log }),
    database: 'dev-file',
    log,
  });
}

async function emptyFolder(name: string): Promise<string> {
  const folder = localPath('imported', name);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  return folder;
}
