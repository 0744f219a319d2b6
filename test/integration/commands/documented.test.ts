/** The commands of README.md, docs/features/step.md and docs/moving-in.md, word for word, in a realm that has its clients and users already. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { EXIT_CODE } from '../../../scripts/cli/exit-code.ts';
import { admin } from '../../support/admin.ts';
import { commandsIn, typeLine } from '../../support/documents-commands.ts';
import { newAddress } from '../../support/email.ts';
import { exportedRealm } from '../../support/exported.ts';
import { EXPORT_FILES } from '../../support/import-files.ts';
import { workerPath } from '../../support/part.ts';
import { makeStepRealm, type StepRealm } from '../../support/step-realm.ts';

let realm: StepRealm;
beforeAll(async () => {
  realm = await makeStepRealm({ loginTheme: 'keycloak.v2', emailTheme: 'base' });
  const name = { realm: realm.name };
  for (const clientId of ['my-app', 'rehearsal'])
    await (await admin()).clients.create({ ...name, clientId, redirectUris: ['https://app.example/*'] });
});
afterAll(async () => await realm?.remove());

async function boundFlow(): Promise<string> {
  return (await (await admin()).realms.findOne({ realm: realm.name }))?.browserFlow ?? '';
}

test.each([
  ['README.md', 'A step in your realm', 'my-app', 'linkgate-step: ALTERNATIVE'],
  ['docs/features/step.md', undefined, 'my-app', 'linkgate-step: ALTERNATIVE'],
  ['docs/moving-in.md', 'A rehearsal without downtime', 'rehearsal', 'linkgate-step: REQUIRED'],
])('%s: they show, try, bind and take out the step', async (file, heading, client, execution) => {
  const before = await exportedRealm(realm.name);
  const [credentials, shown, tried, bound, undone, ...more] = await commandsIn(file, heading);
  expect(more).toEqual([]);
  expect(credentials).toBe('export KEYCLOAK_ADMIN_USERNAME=admin KEYCLOAK_ADMIN_PASSWORD=…');
  const { username, password } = inject('site').admin;
  const replaced = {
    '=admin': `=${username}`,
    '…': password,
    '--realm acme': `--realm ${realm.name}`,
    // No server of the tests has the other extension.
    'ext-magic-form': 'auth-username-password-form',
  };
  const type = async (line = '') => {
    const ran = await typeLine(line, { before: [credentials ?? ''], replaced });
    return [ran.code, `${ran.stdout}${ran.stderr}`];
  };
  expect(await type(shown)).toEqual([EXIT_CODE.notApplied, expect.stringContaining(execution)]);
  expect(await exportedRealm(realm.name)).toEqual(before);
  expect(await type(tried)).toEqual([EXIT_CODE.good, expect.stringContaining(client)]);
  expect(await boundFlow()).toBe('browser');
  expect(await type(bound)).toEqual([EXIT_CODE.good, expect.stringContaining('browser with links')]);
  expect(await boundFlow()).toBe('browser with links');
  expect(await type(undone)).toEqual([EXIT_CODE.good, expect.stringContaining('browser')]);
  expect(await exportedRealm(realm.name)).toEqual(before);
});

test('docs/moving-in.md: they show and import accounts of another product', async () => {
  const [credentials, shown, applied, ...more] = await commandsIn(
    'docs/moving-in.md',
    'Accounts of another product',
  );
  expect(more).toEqual([]);
  const file = workerPath('documented-users.json');
  const report = workerPath('documented-findings.csv');
  const auth0 = EXPORT_FILES.find(({ from, name }) => from === 'auth0' && name === 'export.json');
  const users = [{ id: 'documented', email: newAddress(), isVerified: true }];
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, auth0?.text(users) ?? '');
  const { username, password } = inject('site').admin;
  const replaced = {
    '=admin': `=${username}`,
    '…': password,
    '--realm acme': `--realm ${realm.name}`,
    'users.json': file,
    'findings.csv': report,
  };
  const type = async (line = '') => {
    const ran = await typeLine(line, { before: [credentials ?? ''], replaced });
    return [ran.code, `${ran.stdout}${ran.stderr}`];
  };
  expect(await type(shown)).toEqual([EXIT_CODE.notApplied, expect.stringContaining('1 account to create')]);
  expect(await readFile(report, 'utf8')).toMatch(
    /^line,finding,text\n,warning,"no user of the file has the field blocked,[^\n]*"\n$/,
  );
  expect(await type(applied)).toEqual([EXIT_CODE.good, expect.stringContaining('1 account created')]);
});
