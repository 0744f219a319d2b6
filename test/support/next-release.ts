/** A server home with a release of its own: today's sources with one more change set. */
import { copyFile, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { SCHEMA_VERSION } from '../../provider-scripts/src/platform/database/schema.ts';
import { copyServer, type Home, setBuiltTime } from '../../scripts/server/home.ts';
import { clusterHome } from './cluster-home.ts';
import { runProgram } from './command.ts';
import { partPath } from './part.ts';
import { copyProject } from './project-copy.ts';

const JAR = path.join('providers', 'linkgate.jar');
const CHANGE_LOG = 'provider-scripts/host/src/main/resources/META-INF/linkgate-changelog.xml';
const SCHEMA = 'provider-scripts/src/platform/database/schema.ts';

/** The column that it adds, and its number. */
export const NEXT = { version: SCHEMA_VERSION + 1, table: 'linkgate_link', column: 'of_next_release' };

/** Builds it, in a copy of the project. */
export async function makeNextRelease(): Promise<Home> {
  const [copy, directory] = [partPath('next-release', 'copy'), partPath('next-release', 'server')];
  await rm(partPath('next-release'), { recursive: true, force: true });
  await copyProject(copy);
  const changeSet = `<changeSet id="${NEXT.version}-next" author="linkgate"><addColumn tableName="${NEXT.table}"><column name="${NEXT.column}" type="VARCHAR(36)"/></addColumn></changeSet>`;
  await change(path.join(copy, CHANGE_LOG), '</databaseChangeLog>', `${changeSet}</databaseChangeLog>`);
  const declared = (version: number) => `SCHEMA_VERSION = ${version};`;
  await change(path.join(copy, SCHEMA), declared(SCHEMA_VERSION), declared(NEXT.version));
  const program = path.join(copy, 'scripts', 'commands', 'build.ts');
  const built = await runProgram(process.execPath, [program], { cwd: copy });
  if (built.code !== 0) throw new Error(`the next release wasn't built: ${built.stdout}${built.stderr}`);
  const current = await clusterHome();
  await copyServer(current.directory, directory);
  // The same classes: Keycloak needs no build of its own.
  await copyFile(
    path.join(copy, 'provider-scripts', 'host', 'target', 'linkgate.jar'),
    path.join(directory, JAR),
  );
  await setBuiltTime(path.join(directory, JAR), (await stat(path.join(current.directory, JAR))).mtimeMs);
  return { ...current, directory };
}

async function change(file: string, before: string, after: string): Promise<void> {
  const text = await readFile(file, 'utf8');
  if (!text.includes(before)) throw new Error(`${file}: has no ${before}`);
  await writeFile(file, text.replace(before, after));
}
