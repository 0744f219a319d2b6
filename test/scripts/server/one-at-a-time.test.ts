/** Work that two processes of a clone do one after the other. */
import { execFile } from 'node:child_process';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { localPath } from '../../../scripts/server/local-folder.ts';
import { oneAtATime } from '../../../scripts/server/one-at-a-time.ts';

const run = promisify(execFile);
const NAME = 'tests/one-at-a-time/work';
const file = localPath(NAME);
const LIBRARY = path.resolve(import.meta.dirname, '../../../scripts/server/one-at-a-time.ts');
/** The number of processes, and what each writes at its begin and end. */
const PROCESSES = 4;

beforeAll(async () => {
  await rm(path.dirname(file), { recursive: true, force: true });
  await mkdir(path.dirname(file), { recursive: true });
});
afterAll(() => rm(path.dirname(file), { recursive: true, force: true }));

test('no process begins before another one ends', async () => {
  const log = `${file}.log`;
  const program = `
    import { appendFile } from 'node:fs/promises';
    import { oneAtATime } from ${JSON.stringify(LIBRARY)};
    await oneAtATime(${JSON.stringify(NAME)}, async () => {
      for (const word of ['begin', 'end']) await appendFile(${JSON.stringify(log)}, word + ' ' + process.pid + '\\n');
    });`;
  const args = ['--input-type=module', '--eval', program];
  await Promise.all(Array.from({ length: PROCESSES }, () => run(process.execPath, args)));
  const lines = (await readFile(log, 'utf8')).trimEnd().split('\n');
  expect(lines).toHaveLength(2 * PROCESSES);
  for (let i = 0; i < lines.length; i += 2) {
    const [, processId] = lines[i]?.split(' ') ?? [];
    expect(lines.slice(i, i + 2)).toEqual([`begin ${processId}`, `end ${processId}`]);
  }
});

test('a process that ended without saying so isn’t waited for; a failure ends the turn', async () => {
  const { stdout: gone } = await run(process.execPath, ['--print', 'process.pid']);
  await writeFile(file, gone.trim());
  await expect(
    oneAtATime(NAME, async () => {
      throw new Error('failed');
    }),
  ).rejects.toThrow('failed');
  expect(await oneAtATime(NAME, async () => 'done')).toBe('done');
});
