/** The arguments of commands. */
import { describe, expect, test } from 'vitest';
import {
  type Actions,
  CHANGE_OPTIONS,
  commonHelp,
  REALM_OPTIONS,
  readAction,
  readArguments,
} from '../../../scripts/cli/arguments.ts';
import { WrongUsage } from '../../../scripts/cli/wrong-usage.ts';

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

  test.each([
    [['--dry-run'], /--dry-run: no longer exists.* without --apply/],
    [['--apply', '--dry-run'], /--dry-run: no longer exists/],
    [['list', '--dry-run=true'], /--dry-run: no longer exists/],
    [['--base-url', 'https://a.example/realms/b'], /--base-url: no longer exists; use --server and --realm/],
    [['--base-url=https://a.example/realms/b'], /use --server and --realm/],
    [['--aply'], /'--aply'/],
  ])('that no longer exists is rejected, and the new one named: %j', (args, message) => {
    expect(() => readArguments(CHANGE_OPTIONS, args)).toThrow(message);
    expect(() => readArguments(CHANGE_OPTIONS, args)).toThrow(WrongUsage);
  });

  test('may still be the value of another one', () => {
    expect(readArguments(OPTIONS, ['--version=--dry-run']).values).toMatchObject({ version: '--dry-run' });
  });
});

describe('an action', () => {
  const options = { ...CHANGE_OPTIONS, name: { type: 'string' }, all: { type: 'boolean' } } as const;
  const actions = {
    list: { options: ['all'] },
    make: { changes: true, words: ['id', 'mode?'], options: ['name'], required: ['name'] },
    set: { words: ['id', 'more...'] },
  } as const satisfies Actions<keyof typeof options>;
  const read = (...args: string[]) => readAction(options, actions, args);

  test('has its words and options, and those of every command', () => {
    const where = ['--server', 'https://a.example', '--realm', 'b', '--json'];
    expect(read('list', '--all', ...where)).toMatchObject({ action: 'list', values: { realm: 'b' } });
    const made = read('make', '1', 'fast', '--name', 'n', '--apply', ...where);
    expect(made).toMatchObject({ action: 'make', words: ['1', 'fast'], values: { apply: true } });
    expect(read('make', '1', '--name', 'n').values.apply).toBeUndefined();
    expect(read('set', '1', '2', '3').words).toEqual(['1', '2', '3']);
    expect(read('set', '1').words).toEqual(['1']);
  });

  test('isn’t needed for the help', () => {
    for (const args of [['--help'], ['make', '--help']]) expect(read(...args).action).toBeUndefined();
  });

  test.each([
    [[], 'no action: use one of list, make, set'],
    [['burn'], 'burn: use one of list, make, set'],
    [['list', '--apply'], '--apply: not an option of list'],
    [['list', '--name', 'n'], '--name: not an option of list'],
    [['list', 'all'], 'all: not expected'],
    [['make', '--name', 'n'], 'id: missing'],
    [['make', '1', '2', '3', '--name', 'n'], '3: not expected'],
    [['make', '1'], '--name: missing'],
    [['set'], 'id: missing'],
  ])('is rejected with wrong arguments: %j', (args, message) => {
    expect(() => read(...args)).toThrow(message);
  });
});

test('the help of common options names those that a command takes, with its own meaning', () => {
  const help = commonHelp(CHANGE_OPTIONS, 15, { realm: 'any realm' });
  expect(help.split('\n').map((line) => line.trim().split(' ')[0])).toEqual([
    ...['--apply', '--server', '--realm', '--json', '--help'],
  ]);
  expect(help).toContain('  --realm NAME   any realm\n');
  expect(commonHelp(REALM_OPTIONS, 15)).not.toContain('--apply');
});
