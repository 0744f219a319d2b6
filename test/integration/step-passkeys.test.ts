/** The offer of a passkey after a link in a stock realm, wherever the flow asks who the user is (contract 10). */

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Agent, type Page } from '../support/agent.ts';
import { newAddress } from '../support/email.ts';
import type { Part } from '../support/flows.ts';
import { passkeyPolicy } from '../support/passkeys.ts';
import type { SiteClient } from '../support/site.ts';
import { chooseStep, requestBy, typePassword } from '../support/step-pages.ts';
import {
  LINK,
  makeStepRealm,
  openAndConfirm,
  type StepRealm,
  type StepUser,
  signedInAs,
  startSignIn,
} from '../support/step-realm.ts';

const STEP: Part = { provider: LINK, config: { passkeys: 'true' } };
/** What the page has if a script is to find whether the device can have one. */
const CHECK = 'passkey-support.js';
const OFFER = 'passkey-create';

let realm: StepRealm;
beforeAll(async () => {
  realm = await makeStepRealm(
    { loginTheme: 'keycloak.v2', emailTheme: 'keycloak' },
    { organizationsEnabled: true, ...passkeyPolicy(true) },
  );
  await realm.joinOrganization(await realm.makeUser());
});
afterAll(async () => await realm?.remove());

/** The page as its script leaves it on a device that can have one. */
const onDevice = (page: Page): Page => ({
  ...page,
  text: page.text.replace(/<form id="linkgate-step-form"[^>]*>/, '$&<input name="passkeys" value="able">'),
});

type Reach = (
  agent: Agent,
  client: SiteClient,
  user: Pick<StepUser, 'email' | 'username' | 'password'>,
) => Promise<Page>;
const first: Reach = async (agent, client) => await startSignIn(realm, client, agent);
const afterName: Reach = async (agent, client, { email }) =>
  await agent.submit(await first(agent, client, { email, username: '', password: '' }), { username: email });

const alternative = (provider: string): Part => ({ provider, requirement: 'ALTERNATIVE' });
const IN_SUB_FLOW: Part = {
  requirement: 'ALTERNATIVE',
  parts: [alternative('auth-password-form'), { ...STEP, requirement: 'ALTERNATIVE' }],
};

describe.each<[string, readonly Part[], Reach, boolean]>([
  ['that asks for the address', [STEP], first, true],
  ['after a page for the name', [{ provider: 'auth-username-form' }, STEP], afterName, true],
  [
    'after an organization’s page',
    [alternative('organization'), { ...STEP, requirement: 'ALTERNATIVE' }],
    afterName,
    true,
  ],
  [
    'behind “Try another way”, after the name',
    [alternative('organization'), IN_SUB_FLOW],
    async (agent, client, user) => await chooseStep(agent, await afterName(agent, client, user)),
    true,
  ],
  [
    'after a password',
    [{ provider: 'auth-username-password-form' }, STEP],
    async (agent, client, user) =>
      await typePassword(agent, await first(agent, client, user), user as StepUser),
    false,
  ],
])('a step %s', (_, parts, reach, offers) => {
  test(offers ? 'offers one on a device that can have it' : 'offers none', async () => {
    const client = await realm.makeClient(parts);
    const user = await realm.makeUser();
    const agent = new Agent();
    const { link } = await requestBy(agent, user, async () => {
      const page = await reach(agent, client, user);
      expect(page.text.includes(CHECK)).toBe(offers);
      const name: Record<string, string> = page.text.includes('id="email"') ? { email: user.email } : {};
      return await agent.submit(onDevice(page), { ...name, action: 'send', passkeys: 'able' });
    });
    const page = await openAndConfirm(link, agent);
    expect(page.text.includes(OFFER)).toBe(offers);
    const end = offers ? await agent.submit(page, { passkey: 'later' }) : page;
    expect(await signedInAs(realm, client, end)).toBe(user.id);
  });
});

test('a name without an account gets the same page', async () => {
  const client = await realm.makeClient([
    alternative('organization'),
    { ...STEP, requirement: 'ALTERNATIVE' },
  ]);
  const email = newAddress();
  const page = await afterName(new Agent(), client, { email, username: email, password: '' });
  expect(page.text).toContain(CHECK);
});
