/** `npm run linkgate -- add-step` in a stock realm: what it says of a copy that is bound, and of addresses that users share. */
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { findTarget } from '../../../scripts/conformance/find-target.ts';
import { checkRealm } from '../../../scripts/conformance/run.ts';
import { npmRunHere } from '../../support/command.ts';
import { realmAt } from '../../support/conformance.ts';
import { LINK, makeStepRealm, type StepRealm } from '../../support/step-realm.ts';

const NOT_BOUND = 'not bound by this run';

let realm: StepRealm;
let ownClient: string;
beforeAll(async () => {
  realm = await makeStepRealm(
    { loginTheme: 'keycloak.v2', emailTheme: 'keycloak' },
    { duplicateEmailsAllowed: true, loginWithEmailAllowed: false },
  );
  ownClient = (await realm.makeClient([{ provider: LINK }])).client_id;
});
afterAll(async () => await realm?.remove());

async function addStep(...args: string[]): Promise<string> {
  const ran = await npmRunHere('add-step', ['--realm', realm.name, '--apply', ...args]);
  expect(ran.code, ran.stdout + ran.stderr).toBe(0);
  return ran.stdout;
}

test('a copy that nothing names isn’t said to be bound, and shared addresses are named', async () => {
  const said = await addStep('--name', 'unbound');
  expect(said).toContain(NOT_BOUND);
  expect(said).toContain('look at: users who share an email address');
  expect(await addStep('--name', 'unbound', '--settings', 'lifetime=600')).toContain(NOT_BOUND);
});

test.each([
  ['the realm', ['--bind'], /try it: .*\/account\/$/m],
  ['a client', ['--client', 'account'], /try it: /],
])(
  'a copy that is bound for %s is, also in a run that only changes its settings',
  async (name, args, tried) => {
    const named = ['--name', `bound for ${name}`];
    const said = await addStep(...named, ...args);
    expect(said).toMatch(tried);
    const later = await addStep(...named, '--settings', 'lifetime=600');
    expect(later).toMatch(tried);
    expect(later).not.toContain(NOT_BOUND);
    await addStep(...named, '--undo');
  },
);

test('conformance names shared addresses, too', async () => {
  const { username, password } = inject('site').admin;
  const environment = { KEYCLOAK_ADMIN_USERNAME: username, KEYCLOAK_ADMIN_PASSWORD: password };
  const target = await findTarget({ ...realmAt(realm.baseUrl) }, environment);
  const { findings } = await checkRealm(target, { only: ['step-settings'] });
  expect(findings).toEqual([
    expect.objectContaining({
      outcome: 'good',
      note: expect.stringContaining('users who share an address get no link'),
    }),
  ]);
});

test('a client with a flow of its own keeps it', async () => {
  const ran = await npmRunHere('add-step', ['--realm', realm.name, '--client', ownClient]);
  expect([ran.code, ran.stderr]).toEqual([1, expect.stringContaining('has a browser flow of its own')]);
});
