/**
 * The folder of the secrets and the embedded database, which persists between starts. A database that was still being created
 * when the server was stopped is deleted, since Keycloak can't continue from there.
 */

import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The file that marks a folder with a complete database. */
const COMPLETE_MARK = 'whole';

/** Creates the folder; empties one that wasn't marked as complete. */
export async function openDataFolder(folder: string): Promise<void> {
  if (!existsSync(join(folder, COMPLETE_MARK))) await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true, mode: 0o700 });
}

/** Marks the folder as complete; to be called once the server is ready. */
export async function markDataComplete(folder: string): Promise<void> {
  await writeFile(join(folder, COMPLETE_MARK), '');
}
