/** Runs vitest, and prints the plain counts at the end. */
import { mkdir, readFile, rm } from 'node:fs/promises';
import { relative } from 'node:path';
import { buildPlugin } from '../build/plugin.ts';
import { ROOT } from '../build/root.ts';
import { Failure } from '../failure.ts';
import { runChild } from '../server/child.ts';
import { obtainDistribution } from '../server/distribution.ts';
import { localPath } from '../server/local-folder.ts';
import { requirePrerequisites } from '../server/prerequisites.ts';

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
  const file = localPath(`test-results-${part}.json`);
  await rm(file, { force: true });
  // Made first, and open to other accounts: PostgreSQL has one of its own.
  await mkdir(localPath('tests', part), { recursive: true });
  const { code } = await runChild({
    command: 'vitest',
    args: ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`, ...args],
    cwd: ROOT,
    env: { ...process.env, LINKGATE_TEST_PART: part, ...environment },
    output: console.log,
  });
  const { numPassedTests, numFailedTests, testResults } = await resultsIn(file);
  for (const line of testResults.flatMap(failuresOf)) console.log(line);
  console.log(`${numPassedTests} passed, ${numFailedTests} failed`);
  if (code !== 0) throw new Failure('The tests failed.');
}

/** For vitest, in addition to these arguments: a single file needs no second installation. */
export function aloneArguments(args: readonly string[]): readonly string[] {
  return args.filter((arg) => arg.endsWith('.test.ts')).length === 1 ? ['--maxWorkers=1'] : [];
}

/** What this reads of vitest's JSON report. */
interface Results {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly testResults: readonly FileResults[];
}

interface FileResults {
  readonly name: string;
  readonly status: string;
  readonly message: string;
  readonly assertionResults: readonly {
    readonly fullName: string;
    readonly status: string;
    readonly failureMessages: readonly string[] | null;
  }[];
}

async function resultsIn(file: string): Promise<Results> {
  const text = await readFile(file, 'utf8').catch(() => undefined);
  if (text === undefined) throw new Failure('The tests did not run to completion.');
  return JSON.parse(text) as Results;
}

/** A line for each failed test of a file, for the end of a long run's output; one for the file when it failed outside a test. */
function failuresOf(file: FileResults): string[] {
  const path = relative(ROOT, file.name);
  const failed = file.assertionResults.filter(({ status }) => status === 'failed');
  if (failed.length === 0 && file.status === 'failed') return [failure(path, 'outside a test', file.message)];
  return failed.map((test) => failure(path, test.fullName, test.failureMessages?.[0] ?? 'no message'));
}

function failure(path: string, name: string, message: string): string {
  return `failed: ${path} > ${name}: ${message.split('\n', 1)[0]}`;
}
