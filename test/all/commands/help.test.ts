/** `--help` of every command that has one. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import manifest from '../../../package.json' with { type: 'json' };
import { ROOT } from '../../../scripts/build/root.ts';
import { npmRun } from '../../support/command.ts';

/** The commands of package.json that are files of `scripts/commands`, with their text. */
const COMMANDS = await Promise.all(
  Object.entries(manifest.scripts).flatMap(([name, line]) => {
    const file = /^node scripts\/run\.mjs (\S+)$/.exec(line)?.[1];
    if (file === undefined) return [];
    return [
      readFile(path.join(ROOT, 'scripts', 'commands', file), 'utf8').then((source) => ({ name, source })),
    ];
  }),
);
const HELPFUL = COMMANDS.filter(({ source }) => /(values|options)\.help/.test(source));

/** The options that a command's own text declares. */
function optionsIn(source: string): string[] {
  return [...source.matchAll(/'?([a-z][a-z-]*)'?: \{ type: '/g)].map(([, name]) => `--${name}`);
}

describe('--help', () => {
  test('exists for every command that administers or checks something', () => {
    expect(HELPFUL.map(({ name }) => name).sort()).toEqual([
      'bench',
      'bounds',
      'check:versions',
      'clients',
      'conformance',
      'invitations',
      'links',
      'oidf',
      'public-surface',
      'realm-file',
      'referrals',
      'release',
      'seed',
      'test:all',
      'test:versions',
    ]);
  });

  test.each(HELPFUL)('of $name tells each option and what the exit codes mean', async ({ name, source }) => {
    const { code, stdout, stderr } = await npmRun(name, ['--help']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain(`  npm run ${name} -- `);
    expect(stdout).toMatch(/^Exit code: 0 .*2 .*wrong usage\.$/m);
    for (const option of ['--help', ...optionsIn(source)]) expect(stdout).toContain(option);
    expect(stdout).not.toMatch(/undefined|\$\{/);
  });

  test.each(HELPFUL)('is pointed to by $name when it is typed wrongly', async ({ name }) => {
    const { code, stdout, stderr } = await npmRun(name, ['--no-such-option']);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(/--no-such-option.*\(see --help\)/s);
  });
});
