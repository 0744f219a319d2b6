/** How a command tells of a failure. */
import { afterEach, expect, test, vi } from 'vitest';
import { WrongUsage } from '../../../scripts/cli/wrong-usage.ts';
import { command } from '../../../scripts/commands/command.ts';
import { Failure } from '../../../scripts/failure.ts';

const { exitCode } = process;
afterEach(() => {
  process.exitCode = exitCode;
  vi.restoreAllMocks();
});

test.each([
  [
    new Failure('a\u001b[2J\r\nb', ['\tat c\u202e', 'd\u0085']),
    ['a\\u001b[2J', 'b', '  at c\\u202e', 'd\\u0085'],
  ],
  [new WrongUsage('x\u0007'), ['x\\u0007 (see --help)']],
])('no line of it can control a terminal', async (failure, lines) => {
  const told = vi.spyOn(console, 'error').mockReturnValue();
  await command(() => Promise.reject(failure));
  expect(told.mock.calls).toEqual([[lines.join('\n')]]);
});
