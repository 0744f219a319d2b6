/** Writes files that others read or keep: they appear completely or not at all, even if the writer is interrupted. */

import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** Secrets belong to the owner of a file alone. */
export const OWNER_ONLY = 0o600;

/**
 * Writes next to the file, then moves the text into place, and creates the folder if it is missing. Synchronously, so that
 * nothing of this process can come in between.
 * @param mode the permissions that the file gets
 */
export function writeAtomically(file: string, text: string, mode: number): void {
  const unfinished = `${file}.partial`;
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  rmSync(unfinished, { force: true });
  writeFileSync(unfinished, text, { mode, flush: true });
  renameSync(unfinished, file);
}
