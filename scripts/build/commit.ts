/** The state of the sources, for reports of measurements and tests. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { ROOT } from './root.ts';

/** Arguments for git that exclude documents: reports are documents, and the results don't depend on them. */
const WITHOUT_DOCUMENTS = ['--', '.', ':!*.md', ':!docs/pictures'];

/** The abbreviated commit, with `-dirty` if files other than documents differ from it. */
export async function describeCommit(): Promise<string> {
  const commit = await git('describe', '--always');
  return (await git('status', '--porcelain', ...WITHOUT_DOCUMENTS)) === '' ? commit : `${commit}-dirty`;
}

/** Whether all files except documents are those of a commit. */
export async function isUnchangedSince(commit: string): Promise<boolean> {
  if ((await git('status', '--porcelain', ...WITHOUT_DOCUMENTS)) !== '') return false;
  return await git('diff', '--quiet', commit, 'HEAD', ...WITHOUT_DOCUMENTS).then(
    () => true,
    () => false,
  );
}

async function git(...args: string[]): Promise<string> {
  return (await promisify(execFile)('git', args, { cwd: ROOT })).stdout.trim();
}
