/** An empty Keycloak with the plugin, into which Keycloak's own import creates a realm from a ready-made realm file. */
import { copyFile, mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { ROOT } from '../../scripts/build/root.ts';
import { REALM_FILE } from '../../scripts/realm-file/file.ts';
import { runChild } from '../../scripts/server/child.ts';
import { keycloakEnvironment } from '../../scripts/server/environment.ts';
import type { Home } from '../../scripts/server/home.ts';
import { embeddedDatabaseUrl } from '../../scripts/server/node.ts';
import { TEST_JVM } from './jvm.ts';
import { workerPath } from './part.ts';
import { type OwnNode, startOwnNode, variantHome } from './variant.ts';

const FILE = path.join(ROOT, REALM_FILE);

/** The values of the realm file's placeholders. */
type Variables = Readonly<Record<string, string>>;

/** The server once it is ready; its administrator is `VARIANT_ADMIN`. */
export type Imported = OwnNode;

/** `kc.sh import`, then a start. */
export async function importByCommand(variables: Variables): Promise<Imported> {
  const home = await variantHome('imported', {});
  const dataDir = await emptyFolder('by-command');
  const args = ['import', '--optimized', `--file=${FILE}`, `--db-url=${embeddedDatabaseUrl(dataDir)}`];
  const { code, tail } = await runChild({
    command: 'sh',
    args: [path.join(home.directory, 'bin', 'kc.sh'), ...args],
    env: keycloakEnvironment({ ...TEST_JVM, ...variables }),
    output: () => {},
  });
  if (code !== 0) throw new Error(`kc.sh import ended with code ${code}:\n${tail.join('\n')}`);
  return await start(home, dataDir, [], variables);
}

/** `kc.sh start --import-realm` with a file in the server's import folder; the sample realm's by default. */
export async function importAtStart(variables: Variables, file: string = FILE): Promise<Imported> {
  const home = await variantHome('imported', {});
  const folder = path.join(home.directory, 'data', 'import');
  await mkdir(folder, { recursive: true });
  await copyFile(file, path.join(folder, path.basename(file)));
  try {
    return await start(home, await emptyFolder('at-start'), ['--import-realm'], variables);
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function start(
  home: Home,
  dataDir: string,
  extraArgs: readonly string[],
  variables: Variables,
): Promise<Imported> {
  const logFile = path.join(dataDir, 'keycloak.log');
  return await startOwnNode({ home, dataDir, logFile, extraArgs, env: { ...TEST_JVM, ...variables } });
}

async function emptyFolder(name: string): Promise<string> {
  const folder = workerPath('imported', name);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  return folder;
}
