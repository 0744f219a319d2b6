/** The state of the sources, for reports that name what they measured. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { ROOT } from './root.ts';

const run = promisify(execFile);

/** The abbreviated commit, with `-dirty` where files differ from it. */
export async function describeCommit(): Promise<string> {
  const { stdout } = await run('git', ['describe', '--always', '--dirty'], { cwd: ROOT });
  return stdout.trim();
}
