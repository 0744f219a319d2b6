/** Runs vitest, and ends with the plain counts. */
import { readFile, rm } from 'node:fs/promises';
import { ROOT } from '../build/root.ts';
import { runChild } from '../server/child.ts';
import { obtainDistribution } from '../server/distribution.ts';
import { Failure } from '../server/failure.ts';
import { localPath } from '../server/local-folder.ts';
import { requirePrerequisites } from '../server/prerequisites.ts';

const RESULTS = localPath('test-results.json');

/**
 * Runs tests to their end.
 * @param args for vitest
 * @param environment added to this process's own
 * @throws Failure when a test failed
 */
export async function runTests(
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<void> {
  await requirePrerequisites();
  await obtainDistribution(console.log);
  await rm(RESULTS, { force: true });
  const { code } = await runChild({
    command: 'vitest',
    args: ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${RESULTS}`, ...args],
    cwd: ROOT,
    env: { ...process.env, ...environment },
    output: console.log,
  });
  const { numPassedTests, numFailedTests } = await results();
  console.log(`${numPassedTests} passed, ${numFailedTests} failed`);
  if (code !== 0) throw new Failure('The tests failed.');
}

async function results(): Promise<{ numPassedTests: number; numFailedTests: number }> {
  const text = await readFile(RESULTS, 'utf8').catch(() => undefined);
  if (text === undefined) throw new Failure('The tests did not run to their end.');
  return JSON.parse(text) as { numPassedTests: number; numFailedTests: number };
}
