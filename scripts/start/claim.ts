/** Allows only one `npm start` at a time in this folder: two would share a database and rebuild each other's server. */

import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Failure } from '../failure.ts';
import { isRunning } from '../server/process-id.ts';

/**
 * Writes this process's ID to the file and returns a function that removes it. A file of a process that no longer runs is
 * replaced.
 * @throws Failure if the file's process is still running
 */
export async function claimFolder(file: string): Promise<() => Promise<void>> {
  const owner = existsSync(file) ? Number(await readFile(file, 'utf8')) : process.pid;
  if (owner !== process.pid && isRunning(owner)) {
    throw new Failure(
      `Linkgate is already running from this folder: stop process ${owner} first (if that isn't Linkgate, delete ${file}).`,
    );
  }
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, String(process.pid));
  return () => rm(file, { force: true });
}
