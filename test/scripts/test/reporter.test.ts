import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ROOT } from '../../../scripts/build/root.ts';
import { runChild } from '../../../scripts/server/child.ts';

const REPORTER = fileURLToPath(new URL('../../../scripts/test/reporter.ts', import.meta.url));

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'reporter-'));
  await symlink(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'));
});
afterEach(() => rm(folder, { recursive: true }));

/** The end of what vitest prints of a file, from the first failure on. */
async function endOf(text: string): Promise<{ lines: string[]; code: number | null }> {
  await writeFile(path.join(folder, 'some.test.ts'), `import * as vitest from 'vitest';\n${text}`);
  const output: string[] = [];
  const { code } = await runChild({
    command: 'vitest',
    args: ['run', '--root', folder, `--reporter=${REPORTER}`],
    cwd: folder,
    output: (line) => output.push(line),
  });
  const lines = output
    .join('\n')
    .split('\n')
    .filter((line) => /^failed: |^\d+ passed/.test(line));
  return { lines: lines.map((line) => line.replace(/(\.\.\/)*\S*some\.test\.ts/, 'FILE')), code };
}

test('tests that pass and fail are counted, and the failed ones named', async () => {
  expect(
    await endOf(`
      vitest.test('good', () => {});
      vitest.test('bad', () => { throw new Error('broken\\nin two lines'); });
      vitest.test.skip('left out', () => {});
    `),
  ).toEqual({ lines: ['failed: FILE > bad: broken', '1 passed, 1 failed'], code: 1 });
});

test('an error before or after the tests of a suite is a failure with its reason', async () => {
  expect(
    await endOf(`
      vitest.describe('a suite', () => {
        vitest.afterAll(() => { throw new Error('not tidied'); });
        vitest.test('good', () => {});
      });
    `),
  ).toEqual({
    lines: ['failed: FILE > a suite, before or after its tests: not tidied', '1 passed, 1 failed'],
    code: 1,
  });
});

test('an error before or after the tests of a file is a failure with its reason', async () => {
  expect(
    await endOf(`
      vitest.beforeAll(() => { throw new Error('not there'); });
      vitest.test('good', () => {});
    `),
  ).toEqual({ lines: ['failed: FILE > outside a test: not there', '0 passed, 1 failed'], code: 1 });
});

test('a file that can’t be loaded is a failure', async () => {
  expect(await endOf(`throw new Error('no such thing');`)).toEqual({
    lines: ['failed: FILE > outside a test: no such thing', '0 passed, 1 failed'],
    code: 1,
  });
});

test('an unhandled rejection is a failure too', async () => {
  expect(
    await endOf(`
      vitest.test('good', async () => {
        Promise.reject(new Error('lost'));
        await new Promise((resolve) => setImmediate(resolve));
      });
    `),
  ).toEqual({ lines: ['failed: outside a file: lost', '1 passed, 1 failed'], code: 1 });
});
