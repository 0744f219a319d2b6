/** The commands of docs/add-a-step.md, word for word, in a realm that has its clients and users already. */
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { EXIT_CODE } from '../../../scripts/cli/exit-code.ts';
import { admin } from '../../support/admin.ts';
import { commandsIn, typeLine } from '../../support/documents-commands.ts';
import { exportedRealm } from '../../support/exported.ts';
import { makeStepRealm, type StepRealm } from '../../support/step-realm.ts';

let realm: StepRealm;
beforeAll(async () => {
  realm = await makeStepRealm({ loginTheme: 'keycloak.v2', emailTheme: 'base' });
  const name = { realm: realm.name };
  await (await admin()).clients.create({
    ...name,
    clientId: 'my-app',
    redirectUris: ['https://app.example/*'],
  });
});
afterAll(async () => await realm?.remove());

async function boundFlow(): Promise<string> {
  return (await (await admin()).realms.findOne({ realm: realm.name }))?.browserFlow ?? '';
}

test('they show, try, bind and take out the step', async () => {
  const before = await exportedRealm(realm.name);
  const [credentials, shown, tried, bound, undone, ...more] = await commandsIn('docs/add-a-step.md');
  expect(more).toEqual([]);
  expect(credentials).toBe('export KEYCLOAK_ADMIN_USERNAME=admin KEYCLOAK_ADMIN_PASSWORD=…');
  const { username, password } = inject('site').admin;
  const replaced = { '=admin': `=${username}`, '…': password, '--realm acme': `--realm ${realm.name}` };
  const type = async (line = '') => {
    const ran = await typeLine(line, { before: [credentials ?? ''], replaced });
    return [ran.code, `${ran.stdout}${ran.stderr}`];
  };
  expect(await type(shown)).toEqual([EXIT_CODE.notApplied, expect.stringContaining('linkgate-step')]);
  expect(await exportedRealm(realm.name)).toEqual(before);
  expect(await type(tried)).toEqual([EXIT_CODE.good, expect.stringContaining('my-app')]);
  expect(await boundFlow()).toBe('browser');
  expect(await type(bound)).toEqual([EXIT_CODE.good, expect.stringContaining('browser with links')]);
  expect(await boundFlow()).toBe('browser with links');
  expect(await type(undone)).toEqual([EXIT_CODE.good, expect.stringContaining('browser')]);
  expect(await exportedRealm(realm.name)).toEqual(before);
});
