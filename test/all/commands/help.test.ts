/** `--help` of every command that has it. */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import manifest from '../../../package.json' with { type: 'json' };
import { ROOT } from '../../../scripts/build/root.ts';
import { CHANGE_OPTIONS, REALM_OPTIONS } from '../../../scripts/cli/arguments.ts';
import { npmRun, SUBCOMMANDS, typedAs } from '../../support/command.ts';

const FOLDER = path.join(ROOT, 'scripts', 'commands');

/** The files of `scripts/commands`, with their npm script names and their text. */
const COMMANDS = await Promise.all(
  (await readdir(FOLDER)).map(async (file) => {
    const script = Object.entries(manifest.scripts).find(([, line]) => line.endsWith(` ${file}`));
    return {
      name: script?.[0] ?? path.basename(file, '.ts'),
      source: await readFile(path.join(FOLDER, file), 'utf8'),
    };
  }),
);
const HELPFUL = COMMANDS.filter(({ source }) => /(values|options)\.help|readAction\(/.test(source));

/** The options that a command's own text declares, and the common ones that it names. */
function optionsIn(source: string): string[] {
  const own = [...source.matchAll(/'?([a-z][a-z-]*)'?: \{ type: '/g)].map(([, name]) => name);
  const common = /\b(REALM|CHANGE)_OPTIONS\b/.exec(source)?.[1];
  const shared = common === undefined ? {} : common === 'REALM' ? REALM_OPTIONS : CHANGE_OPTIONS;
  return [...own, ...Object.keys(shared)].map((name) => `--${name}`);
}

describe('--help', () => {
  test('of npm run linkgate names each of its commands', async () => {
    const { code, stdout } = await npmRun('linkgate', ['--help']);
    expect(code).toBe(0);
    expect(stdout).toContain('  npm run linkgate -- ');
    for (const name of SUBCOMMANDS) expect(stdout).toMatch(new RegExp(`^ {2}${name} `, 'm'));
  });

  test('exists for every command that administers or checks something', () => {
    expect(HELPFUL.map(({ name }) => name).sort()).toEqual([
      'add-step',
      'bench',
      'bounds',
      'check-versions',
      'clients',
      'conformance',
      'import',
      'invitations',
      'links',
      'oidf',
      'public-surface',
      'realm-file',
      'reference',
      'referrals',
      'release',
      'remove',
      'seed',
      'settings',
      'test-versions',
      'test:all',
    ]);
  });

  test.each(HELPFUL)('of $name explains each option and exit code', async ({ name, source }) => {
    const { code, stdout, stderr } = await npmRun(name, ['--help']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain(`  ${typedAs(name)} `);
    expect(stdout).toMatch(/^Exit code: 0 .*2 wrong usage\b/m);
    for (const option of ['--help', ...optionsIn(source)]) expect(stdout).toContain(option);
    expect(stdout).not.toMatch(/undefined|\$\{/);
  });

  test.each(HELPFUL)('is suggested by $name after a typing mistake', async ({ name }) => {
    const { code, stdout, stderr } = await npmRun(name, ['--no-such-option']);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(/--no-such-option.*\(see --help\)/s);
  });
});
