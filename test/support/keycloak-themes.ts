/** Keycloak's own themes, in the version that is tested. */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { obtainDistribution } from '../../scripts/server/distribution.ts';
import { localPath } from '../../scripts/server/local-folder.ts';

const run = promisify(execFile);

/** A folder with files of the server's themes, by their paths in its JAR. */
export interface KeycloakThemes {
  folder: string;
  remove(): Promise<void>;
}

/** Unpacks these files, or folders. */
export async function unpackKeycloakThemes(paths: readonly string[]): Promise<KeycloakThemes> {
  await mkdir(localPath(), { recursive: true });
  const folder = await mkdtemp(localPath('keycloak-themes-'));
  const library = path.join(await obtainDistribution(() => {}), 'lib', 'lib', 'main');
  const jar =
    (await readdir(library)).find((name) => name.startsWith('org.keycloak.keycloak-themes-2')) ?? '';
  await run('jar', ['--extract', '--file', path.join(library, jar), ...paths], { cwd: folder });
  return { folder, remove: () => rm(folder, { recursive: true }) };
}
