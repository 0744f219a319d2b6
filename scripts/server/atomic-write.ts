/** Writes files atomically: they are written completely or not at all, even if the process is interrupted. */

import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** The permissions of files with secrets. */
export const OWNER_ONLY = 0o600;

/**
 * Writes to a temporary file next to the target, then renames it; creates the folder if it is missing. Synchronous, so that no
 * other code of this process can run in between.
 * @param mode the permissions of the file
 */
export function writeAtomically(file: string, text: string, mode: number): void {
  const partial = `${file}.partial`;
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  rmSync(partial, { force: true });
  writeFileSync(partial, text, { mode, flush: true });
  renameSync(partial, file);
}
