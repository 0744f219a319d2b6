/** The commands of README.md, docs/features/step.md and docs/moving-in.md, word for word, in a realm that has its clients and users already. */
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
  ['docs/moving-in.md', undefined, 'rehearsal', 'linkgate-step: REQUIRED'],
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
