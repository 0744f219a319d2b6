/**
 * `npm test`: obtains the server, builds the plugin and runs all tests but the long ones; arguments go to vitest. `npm run test:full`
 * (`--full` first) runs the long ones, `npm run test:all` (`--all`) both. Ends with the plain counts.
 */
import { readFile, rm } from 'node:fs/promises';
import { ROOT } from './build/root.ts';
import { command } from './command.ts';
import { runChild } from './server/child.ts';
import { obtainDistribution } from './server/distribution.ts';
import { Failure } from './server/failure.ts';
import { localPath } from './server/local-folder.ts';
import { requirePrerequisites } from './server/prerequisites.ts';

const RESULTS = localPath('test-results.json');

/** What vitest is told to pick, run by run: each begins with a server of its own. */
const RUNS: Record<string, readonly string[]> = {
  '--full': ['full'],
  '--all': ['!full', 'full'],
};
const SHORT = ['!full'];

interface Counts {
  numPassedTests: number;
  numFailedTests: number;
}

interface Ended {
  code: number;
  counts: Counts;
}

await command(async () => {
  const [first = '', ...rest] = process.argv.slice(2);
  const runs = RUNS[first];
  const more = runs === undefined ? process.argv.slice(2) : rest;
  await requirePrerequisites();
  await obtainDistribution(console.log);
  const ended: Ended[] = [];
  for (const project of runs ?? SHORT) ended.push(await runTests([`--project=${project}`, ...more]));
  const sum = (of: keyof Counts) => ended.reduce((total, { counts }) => total + counts[of], 0);
  console.log(`${sum('numPassedTests')} passed, ${sum('numFailedTests')} failed`);
  if (ended.some(({ code }) => code !== 0)) throw new Failure('The tests failed.');
});

async function runTests(args: readonly string[]): Promise<Ended> {
  await rm(RESULTS, { force: true });
  const { code } = await runChild({
    command: 'vitest',
    args: ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${RESULTS}`, ...args],
    cwd: ROOT,
    output: console.log,
  });
  const text = await readFile(RESULTS, 'utf8').catch(() => undefined);
  if (text === undefined) throw new Failure('The tests did not run to their end.');
  return { code, counts: JSON.parse(text) as Counts };
}
