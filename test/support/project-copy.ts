/** A copy of the project in another folder, which tests change and build there. */
import { execFile } from 'node:child_process';
import { cp, mkdir } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from '../../scripts/build/root.ts';

const run = promisify(execFile);

/**
 * Copies the files that git knows or would add, and links the packages.
 * @param folder absolute; created if it is missing
 */
export async function copyProject(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const { stdout } = await run('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: ROOT,
  });
  for (const file of stdout.trimEnd().split('\n')) {
    await mkdir(path.dirname(path.join(folder, file)), { recursive: true });
    // Deleted files are listed until that is committed.
    await cp(path.join(ROOT, file), path.join(folder, file)).catch(() => {});
  }
  await linkPackages(folder);
}

/** Links the project's packages into a folder. */
export async function linkPackages(folder: string): Promise<void> {
  const packages = [path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules')];
  await run('cp', ['-al', ...packages]).catch(() => run('cp', ['-R', ...packages]));
}
