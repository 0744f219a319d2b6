/** The arguments of commands. */
import { describe, expect, test } from 'vitest';
import { readArguments } from '../../../scripts/cli/arguments.ts';

const OPTIONS = { version: { type: 'string' }, json: { type: 'boolean' } } as const;

describe('an option', () => {
  test.each(['Zm9v', '-m9v', '--9v', '-'])('may have the value %s', (value) => {
    for (const args of [
      ['a', '--version', value],
      [`--version=${value}`, 'a'],
    ])
      expect(readArguments(OPTIONS, args)).toMatchObject({ values: { version: value }, positionals: ['a'] });
  });

  test.each([[['--version']], [['--version', '--json']], [['--version', '--version=a']], [['-x']]])(
    'is rejected without its value, or if it is unknown: %j',
    (args) => {
      expect(() => readArguments(OPTIONS, args)).toThrow();
    },
  );
});
