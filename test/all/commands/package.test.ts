/** The npm package with the commands, installed into an empty folder, against the running installation. */

import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { CHECKS } from '../../../scripts/conformance/checks/index.ts';
import { writeRunFile } from '../../support/command.ts';
import { expectConformant } from '../../support/conformance.ts';
import { TESTS } from '../../support/installation/exempt.ts';
import { type InstalledPackage, installPackage } from '../../support/installed-package.ts';

const { serverUrl, admin } = inject('site');
const CREDENTIALS = { KEYCLOAK_ADMIN_USERNAME: admin.username, KEYCLOAK_ADMIN_PASSWORD: admin.password };

const LINK = [
  ...['create', '--email', 'user@example.com', '--client', 'demo-web'],
  ...['--redirect-uri', 'http://localhost:3000/callback'],
];

let own: InstalledPackage;
let environment: Record<string, string>;
beforeAll(async () => {
  own = await installPackage();
  environment = { LINKGATE_RUN_FILE: await writeRunFile() };
});
afterAll(() => own.remove());

describe('npx linkgate', () => {
  test('seed compares a realm with the packaged declarations', async () => {
    const ran = await own.linkgate(['seed', '--realm', 'linkgate'], environment);
    const kept = `linkgate: realm: attributes["linkgate.limit.exempt"]: kept: "${TESTS}", not declared in any file\n`;
    expect(ran, ran.stderr).toMatchObject({ code: 0, stdout: `${kept}linkgate: nothing to change\n` });
  });

  test('conformance runs every check, and signs in', async () => {
    const report = expectConformant(await own.linkgate(['conformance', '--json'], environment));
    expect(report.findings.map(({ check }) => check)).toEqual(
      CHECKS.filter(({ realms }) => realms !== 'step').map(({ name }) => name),
    );
    expect(report.findings).toContainEqual(expect.objectContaining({ check: 'link-once', outcome: 'good' }));
  });

  test.each([
    ['clients', ['list'], 0, /demo-web/],
    ['referrals', ['list'], 0, /./],
    // Off in the sample realm; the server's error says so.
    ['invitations', ['list'], 1, /linkgate\.invitations/],
    ['links', [...LINK, '--apply'], 1, /linkgate\.backend-links/],
  ])('%s works on any server', async (name, args, code, message) => {
    const where = ['--server', serverUrl, '--realm', 'linkgate'];
    const ran = await own.linkgate([name, ...args, ...where], CREDENTIALS);
    expect(ran, ran.stderr).toMatchObject({ code });
    expect(code === 0 ? ran.stdout : ran.stderr).toMatch(message);
  });
});
