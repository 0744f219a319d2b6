/** Runs vitest on some of the tests. */
import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { buildPlugin } from '../build/plugin.ts';
import { ROOT } from '../build/root.ts';
import { Failure } from '../failure.ts';
import { runChild } from '../server/child.ts';
import { obtainDistribution } from '../server/distribution.ts';
import { localPath } from '../server/local-folder.ts';
import { requirePrerequisites } from '../server/prerequisites.ts';

const REPORTER = fileURLToPath(new URL('./reporter.ts', import.meta.url));

/**
 * Runs tests to their end.
 * @param part the name of their folder below `.local/tests`: what they make is kept apart from what other parts make
 * @param args for vitest
 * @param environment added to this process's own
 * @throws Failure when a test failed
 */
export async function runTests(
  part: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<void> {
  await requirePrerequisites();
  // Once, before files that run in parallel would do so.
  await Promise.all([obtainDistribution(console.log), buildPlugin({ log: console.log })]);
  // Made first, and open to other accounts: PostgreSQL has one of its own.
  await mkdir(localPath('tests', part), { recursive: true });
  const { code } = await runChild({
    command: 'vitest',
    args: ['run', '--reporter=default', `--reporter=${REPORTER}`, ...args],
    cwd: ROOT,
    env: { ...process.env, LINKGATE_TEST_PART: part, ...environment },
    output: console.log,
  });
  if (code !== 0) throw new Failure('The tests failed.');
}

/** For vitest, in addition to these arguments: a single file needs no second installation. */
export function aloneArguments(args: readonly string[]): readonly string[] {
  return args.filter((arg) => arg.endsWith('.test.ts')).length === 1 ? ['--maxWorkers=1'] : [];
}
