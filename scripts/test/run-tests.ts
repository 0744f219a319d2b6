/** Runs vitest on one part of the tests. */
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

/** The parts of the tests, each a command of package.json; they may run at the same time. */
type Part = 'test' | 'full' | 'deployment' | 'containers' | 'versions';

/**
 * Runs tests to their end.
 * @param part whose they are; what they make and what came out is kept apart from that of the others
 * @param args for vitest
 * @param environment added to this process's own
 * @throws Failure when a test failed
 */
export async function runTests(
  part: Part,
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
