/** A provider of Keycloak's that a test installs in a server beside Linkgate's. */
import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { librariesOf } from '../../scripts/build/java-types.ts';

const run = promisify(execFile);
const SOURCES = path.join(import.meta.dirname, '..', 'fixtures', 'providers');

/** A provider's source, and its factories. */
export interface OwnProvider {
  /** In `test/fixtures/providers`. */
  readonly source: string;
  /** The interface of its factories. */
  readonly service: string;
  readonly factories: readonly string[];
}

/** Compiles it against a server and adds it to its providers; the server must be rebuilt. */
export async function installProvider(
  server: string,
  { source, service, factories }: OwnProvider,
): Promise<void> {
  const name = path.basename(source, '.java');
  const classes = path.join(server, `${name}-classes`);
  await mkdir(path.join(classes, 'META-INF', 'services'), { recursive: true });
  const classPath = librariesOf(server).join(path.delimiter);
  const file = path.join(SOURCES, source);
  await run('javac', ['--release', '17', '-proc:none', '-nowarn', '-d', classes, '-cp', classPath, file]);
  await writeFile(path.join(classes, 'META-INF', 'services', service), `${factories.join('\n')}\n`);
  await run('jar', ['--create', '--file', path.join(server, 'providers', `${name}.jar`), '-C', classes, '.']);
}
