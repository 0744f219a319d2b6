/** Folders under `.local` that are generated once from the project's files, and again when these change. */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { localPath } from '../../scripts/server/local-folder.ts';

/**
 * The absolute path of the folder that `make` fills; the folder is empty or missing when `make` starts.
 *
 * @param sources absolute paths of the source files
 */
export async function generatedOnce(
  name: string,
  sources: readonly string[],
  make: (folder: string) => Promise<void>,
): Promise<string> {
  const hash = createHash('sha256');
  for (const file of sources) hash.update(await readFile(file));
  const folder = localPath(`${name}-${hash.digest('hex').slice(0, 12)}`);
  const made = path.join(folder, 'made');
  if (!existsSync(made)) {
    await rm(folder, { recursive: true, force: true });
    await make(folder);
    await writeFile(made, '');
  }
  return folder;
}
