/** The npm package with the commands, without a clone. */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type InstalledPackage, installPackage, PACKAGE_VERSION } from '../../support/installed-package.ts';

const COMMANDS = [
  'seed',
  'conformance',
  'add-step',
  'remove',
  'clients',
  'referrals',
  'links',
  'invitations',
];

let own: InstalledPackage;
beforeAll(async () => {
  own = await installPackage();
});
afterAll(() => own.remove());

describe('npx linkgate', () => {
  test('--help names each command, and --version is the package’s', async () => {
    const help = await own.linkgate(['--help']);
    expect(help).toMatchObject({ code: 0, stderr: '' });
    for (const name of COMMANDS) expect(help.stdout).toMatch(new RegExp(`^ {2}${name} `, 'm'));
    expect(await own.linkgate([])).toEqual(help);
    expect(await own.linkgate(['--version'])).toMatchObject({ code: 0, stdout: `${PACKAGE_VERSION}\n` });
  });

  test.each(COMMANDS)('%s --help names the package’s commands, not a clone’s npm scripts', async (name) => {
    const { code, stdout, stderr } = await own.linkgate([name, '--help']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain(`  npx linkgate ${name} `);
    expect(stdout).toMatch(/^Exit code: 0 .*2 wrong usage\b/m);
    expect(stdout).not.toMatch(/npm run|npm start(?! in a clone)/);
  });

  test('rejects an unknown command, and passes arguments to a known one', async () => {
    expect(await own.linkgate(['start'])).toEqual({
      code: 2,
      stdout: '',
      stderr: `start: use one of ${COMMANDS.join(', ')} (see --help)\n`,
    });
    expect(await own.linkgate(['clients', 'frobnicate'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('frobnicate: use one of list,'),
    });
  });

  test('has the declarations, and looks for a run file in the current folder', async () => {
    const listed = await own.linkgate(['conformance', '--list']);
    expect(listed.code).toBe(0);
    expect(listed.stdout.split('\n').length).toBeGreaterThan(50);
    const seed = await own.linkgate(['seed']);
    expect(seed).toMatchObject({ code: 1, stdout: '' });
    expect(seed.stderr).toMatch(/linkgate-package-\w+\/\.local\/run\.json: not found.*--server/);
  });
});

test('the package contains only its program, declarations, contract, skill and licences', async () => {
  expect((await readdir(own.folder)).sort()).toEqual([
    'LICENCES.txt',
    'LICENSE',
    'README.md',
    'docs',
    'package.json',
    'realm-config',
    'scripts',
    'skills',
  ]);
  const manifest = JSON.parse(await readFile(path.join(own.folder, 'package.json'), 'utf8')) as object;
  expect(manifest).toMatchObject({ name: 'linkgate', license: 'Apache-2.0', engines: { node: '>=20' } });
  expect(manifest).not.toHaveProperty('dependencies');
  expect(manifest).not.toHaveProperty('scripts');
});
