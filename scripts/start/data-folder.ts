/**
 * The folder of the secrets and the embedded database, which lasts from start to start. A database that the server was still creating
 * when it was stopped is thrown away: Keycloak can't continue from there.
 */

import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Marks a folder whose database was complete when a server was ready. */
const WHOLE = 'whole';

/** Creates the folder, empty unless it was marked as complete. */
export async function openDataFolder(folder: string): Promise<void> {
  if (!existsSync(join(folder, WHOLE))) await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true, mode: 0o700 });
}

/** To be called when the server is ready. */
export async function markDataComplete(folder: string): Promise<void> {
  await writeFile(join(folder, WHOLE), '');
}
