/** The tests of provider-scripts, run again in the plugin's script engine. */
import { execFile } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, test } from 'vitest';
import { ROOT } from '../../../scripts/build/root.ts';
import { obtainDistribution } from '../../../scripts/server/distribution.ts';
import { MAX_OUTPUT_BYTES, runInEngine } from '../../engine/run.ts';

const run = promisify(execFile);

const TESTS = path.join(ROOT, 'test', 'provider-scripts');
const VITEST = path.join(ROOT, 'node_modules', 'vitest', 'vitest.mjs');
/** The server is downloaded if it is missing. */
const DOWNLOAD_MILLIS = 1_800_000;
const RUN_MILLIS = 900_000;

async function testFiles(): Promise<string[]> {
  const names = await readdir(TESTS, { recursive: true });
  return names
    .filter((name) => name.endsWith('.test.ts'))
    .sort()
    .map((name) => path.join(TESTS, name));
}

/** The names of the tests that vitest finds in Node. */
async function collected(): Promise<string[]> {
  const list = [VITEST, 'list', '--project', 'unit', '--json', '--no-static-parse', TESTS];
  const quickly = ['--no-isolate', '--maxWorkers=1'];
  const { stdout } = await run(process.execPath, [...list, ...quickly], {
    cwd: ROOT,
    maxBuffer: MAX_OUTPUT_BYTES,
  });
  return (JSON.parse(stdout) as { name: string }[]).map(({ name }) => name);
}

describe('in the script engine', { timeout: RUN_MILLIS }, () => {
  beforeAll(() => obtainDistribution(console.log), DOWNLOAD_MILLIS);

  test('every test of provider-scripts passes, and none is missing', async () => {
    const [outcomes, names] = await Promise.all([runInEngine(await testFiles()), collected()]);
    const failed = outcomes.filter(({ error }) => error !== undefined);
    expect(failed.map(({ name, error }) => `${name}: ${error}`)).toEqual([]);
    expect(outcomes.map(({ name }) => name).sort()).toEqual(names.sort());
    expect(names.length).toBeGreaterThan(0);
  });
});
