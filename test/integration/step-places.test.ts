/** Where the step's pages lead besides the link: identity providers, the tab that is left behind, a link that needs what another tab has. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Agent, type Page } from '../support/agent.ts';
import { textOf } from '../support/check-email-page.ts';
import type { Part } from '../support/flows.ts';
import type { SiteClient } from '../support/site.ts';
import { pressSend, requestBy, typePassword } from '../support/step-pages.ts';
import { makeStepProvider, type StepProvider } from '../support/step-provider.ts';
import {
  LINK,
  makeStepRealm,
  openAndConfirm,
  requestByStep,
  type StepRealm,
  signedInAs,
  startSignIn,
} from '../support/step-realm.ts';
import { resetParts } from '../support/step-reset.ts';

const HOME = 'http://localhost:9/home';
const STEP: Part = { provider: LINK, config: { emailContains: 'link-and-code' } };
const COOKIE: Part = { provider: 'auth-cookie', requirement: 'ALTERNATIVE' };

let realm: StepRealm;
let client: SiteClient;
let provider: StepProvider;
beforeAll(async () => {
  realm = await makeStepRealm({ loginTheme: 'keycloak.v2', emailTheme: 'base' });
  client = await realm.makeClient([COOKIE, { ...STEP, requirement: 'ALTERNATIVE' }], { baseUrl: HOME });
  provider = await makeStepProvider(realm);
});
afterAll(async () => {
  await provider?.close();
  await realm?.remove();
});

describe('the identity providers', () => {
  const isListed = ({ text }: Page) => text.includes(`social-${provider.alias}`);

  test('are listed where the page asks who the user is', async () => {
    expect(isListed(await startSignIn(realm, client, new Agent()))).toBe(true);
  });

  test.each([
    [true, 'is linked to one'],
    [false, 'isn’t linked'],
  ])(
    'are listed to a user who authenticates again, as Keycloak does: %s, if the account %s',
    async (isLinked) => {
      const user = await realm.makeUser();
      if (isLinked) await provider.linkTo(user);
      const { agent, link } = await requestByStep(realm, client, user);
      expect(await signedInAs(realm, client, await openAndConfirm(link, agent))).toBe(user.id);
      const again = await startSignIn(realm, client, agent, { prompt: 'login' });
      expect(again.text).not.toContain('name="email"');
      expect(isListed(again)).toBe(isLinked);
    },
  );

  test('aren’t listed after a page for the name, whether or not an account has it, nor after the password', async () => {
    const user = await realm.makeUser();
    await provider.linkTo(user);
    const afterName = await realm.makeClient([{ provider: 'auth-username-form' }, STEP]);
    const agent = new Agent();
    const named = await agent.submit(await startSignIn(realm, afterName, agent), { username: user.username });
    expect(textOf(named)).toContain('we’ll send a link');
    expect(isListed(named)).toBe(false);
    const second = await realm.makeClient([{ provider: 'auth-username-password-form' }, STEP]);
    const proven = await typePassword(agent, await startSignIn(realm, second, agent), user);
    expect(textOf(proven)).toContain('we’ll send a link');
    expect(isListed(proven)).toBe(false);
  });

  test('aren’t listed where a password is reset', async () => {
    const { alias } = await realm.makeFlow(resetParts().slice(1));
    await realm.update({ resetCredentialsFlow: alias });
    const page = await new Agent().open(
      `${realm.baseUrl}/login-actions/reset-credentials?client_id=${client.client_id}`,
    );
    expect(page.text).toContain('name="email"');
    expect(isListed(page)).toBe(false);
  });
});

describe('the tab that is left behind by a link in the same browser', () => {
  test('has a way back to the application, also after a reload', async () => {
    const user = await realm.makeUser();
    const { agent, page, link } = await requestByStep(realm, client, user);
    const hidden = page.text.slice(page.text.indexOf('id="linkgate-continued"'));
    expect(hidden).toContain(`href="${HOME}"`);
    expect(await signedInAs(realm, client, await openAndConfirm(link, agent))).toBe(user.id);
    for (const left of [await agent.open(page.url), await agent.submit(page, { action: 'look' })]) {
      expect([left.status, textOf(left)]).toEqual([200, expect.stringContaining('continued in another tab')]);
      expect(left.text).toContain(`href="${HOME}"`);
    }
  });

  test('is Keycloak’s own at a later page, as after a second click', async () => {
    const consenting = await realm.makeClient([STEP], { consentRequired: true, baseUrl: HOME });
    const user = await realm.makeUser();
    const { agent, link } = await requestByStep(realm, consenting, user);
    const consent = await openAndConfirm(link, agent);
    const done = await agent.submit(consent, { accept: 'yes' });
    expect(await signedInAs(realm, consenting, done)).toBe(user.id);
    const second = await agent.submit(consent, { accept: 'yes' });
    expect(textOf(second)).not.toContain('continued in another tab');
  });

  test('is Keycloak’s own if it requested no link', async () => {
    const user = await realm.makeUser();
    const agent = new Agent();
    const parked = await startSignIn(realm, client, agent);
    const { link } = await requestByStep(realm, client, user, agent);
    await openAndConfirm(link, agent);
    const left = await agent.open(parked.url);
    expect(textOf(left)).not.toContain('continued in another tab');
  });

  test('is Keycloak’s own in a browser that never had it', async () => {
    const user = await realm.makeUser();
    const { agent, page, link } = await requestByStep(realm, client, user);
    await openAndConfirm(link, agent);
    expect(textOf(await new Agent().open(page.url))).not.toContain('continued in another tab');
  });
});

test.each([
  ['reject', 403, 'Open this link where you started'],
  ['claim', 200, 'Sign in to'],
])(
  'a link after the password of an unverified account, opened elsewhere, with "%s"',
  async (unverified, status, says) => {
    const second = await realm.makeClient([
      { provider: 'auth-username-password-form' },
      { provider: LINK, config: { unverified } },
    ]);
    const user = await realm.makeUser({ emailVerified: false });
    const agent = new Agent();
    const first = await startSignIn(realm, second, agent);
    const { link } = await requestBy(agent, user, async () =>
      pressSend(agent, await typePassword(agent, first, user)),
    );
    const elsewhere = await new Agent().open(link);
    expect([elsewhere.status, textOf(elsewhere)]).toEqual([status, expect.stringContaining(says)]);
    expect(elsewhere.text).not.toContain('name="email"');
    expect(await signedInAs(realm, second, await openAndConfirm(link, agent))).toBe(user.id);
  },
);
