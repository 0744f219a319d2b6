/** How a command tells of a failure: in a process of its own, which ends with it. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { ROOT } from '../../../scripts/build/root.ts';

test('no line of a failure can control a terminal', { timeout: 60_000 }, async () => {
  const words = [
    'scripts/run.mjs',
    'import.ts',
    '--from',
    'csv',
    'users.csv',
    'a\u001b[2J\r\n\tb\u202e\u0085',
  ];
  await expect(promisify(execFile)('node', words, { cwd: ROOT })).rejects.toMatchObject({
    code: 2,
    stdout: '',
    stderr: 'a\\u001b[2J\n  b\\u202e\\u0085: not expected (see --help)\n',
  });
});
