/** What a link of the step does with an unverified account, for each way in which the flow knows whom it is for (docs/features/step.md). */

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { admin } from '../support/admin.ts';
import { Agent } from '../support/agent.ts';
import { textOf } from '../support/check-email-page.ts';
import { emailsTo, emailTo, linkIn } from '../support/email.ts';
import type { Part } from '../support/flows.ts';
import { makeIdentityProvider, oidcProvider } from '../support/identity-provider.ts';
import type { SiteClient } from '../support/site.ts';
import { pressSend, typePassword } from '../support/step-pages.ts';
import {
  LINK,
  makeStepRealm,
  openAndConfirm,
  type StepRealm,
  type StepUser,
  signedInAs,
  startSignIn,
} from '../support/step-realm.ts';

const STRANGERS = { type: 'password', value: 'Another horse 1', temporary: false };

/** The flow's parts, and what the user submits in turn until the link is requested. */
interface Way {
  parts: (step: Part) => Part[];
  forms: (user: StepUser) => Record<string, string>[];
}

/** Ways in which nothing but a name or an address says who it is. */
const BY_NAME: Record<string, Way> = {
  'on the step’s own page': {
    parts: (step) => [step],
    forms: ({ email }) => [{ email, action: 'send' }],
  },
  'after a page that asks for the name': {
    parts: (step) => [{ provider: 'auth-username-form' }, step],
    forms: ({ username }) => [{ username }, { action: 'send' }],
  },
};

const BY_PASSWORD: Way = {
  parts: (step) => [{ provider: 'auth-username-password-form' }, step],
  forms: ({ username, password }) => [{ username, password }, { action: 'send' }],
};

let realm: StepRealm;
beforeAll(async () => {
  realm = await makeStepRealm({ loginTheme: 'keycloak.v2', emailTheme: 'keycloak' });
});
afterAll(async () => realm?.remove());

async function clientFor({ parts }: Way, unverified: string): Promise<SiteClient> {
  return await realm.makeClient(parts({ provider: LINK, config: { unverified } }));
}

/** Requests a link, and returns it with the browser. */
async function request({ forms }: Way, client: SiteClient, user: StepUser) {
  const agent = new Agent();
  let page = await startSignIn(realm, client, agent);
  for (const form of forms(user)) page = await agent.submit(page, form);
  return { agent, link: linkIn(await emailTo(user.email)) };
}

async function credentialsOf({ id }: StepUser): Promise<unknown[]> {
  const found = await (await admin()).users.getCredentials({ realm: realm.name, id });
  return found.map(({ type }) => type);
}

describe.each(Object.entries(BY_NAME))('an unverified account that is known %s', (_, way) => {
  test('loses a password that a stranger may have set to the link, with "claim"', async () => {
    const client = await clientFor(way, 'claim');
    const user = await realm.makeUser({ emailVerified: false });
    const { agent, link } = await request(way, client, user);
    expect(await signedInAs(realm, client, await openAndConfirm(link, agent))).toBe(user.id);
    expect(await credentialsOf(user)).toEqual([]);
  });

  test('isn’t signed in if it got a password after the email, with "reject"', async () => {
    const client = await clientFor(way, 'reject');
    const user = await realm.makeUser({ emailVerified: false, credentials: [] });
    const { agent, link } = await request(way, client, user);
    await (await admin()).users.resetPassword({ realm: realm.name, id: user.id, credential: STRANGERS });
    expect(textOf(await openAndConfirm(link, agent))).toContain('Sign-in cannot continue with this email');
    expect(await credentialsOf(user)).toEqual(['password']);
    const stored = await (await admin()).users.findOne({ realm: realm.name, id: user.id });
    expect(stored?.emailVerified).toBe(false);
  });
});

test.each(['claim', 'reject'])(
  'with "%s", a password that was given in the tab stays',
  async (unverified) => {
    const client = await clientFor(BY_PASSWORD, unverified);
    const user = await realm.makeUser({ emailVerified: false });
    const { agent, link } = await request(BY_PASSWORD, client, user);
    expect(await signedInAs(realm, client, await openAndConfirm(link, agent))).toBe(user.id);
    expect(await credentialsOf(user)).toEqual(['password']);
  },
);

test.each(['claim', 'reject'])(
  'with "%s", a password that another user gave in the tab doesn’t count for who comes back from a provider',
  async (unverified) => {
    const after = await realm.makeFlow([{ provider: LINK, config: { unverified } }]);
    const provider = await makeIdentityProvider(
      { ...oidcProvider(''), postBrokerLoginFlowAlias: after.alias },
      realm.name,
    );
    try {
      const client = await clientFor(BY_PASSWORD, unverified);
      const [known, user] = [await realm.makeUser(), await realm.makeUser({ emailVerified: false })];
      const { alias } = provider;
      await (await admin()).users.addToFederatedIdentity({
        realm: realm.name,
        id: user.id,
        federatedIdentityId: alias,
        federatedIdentity: { identityProvider: alias, userId: user.id, userName: user.username },
      });
      const agent = new Agent();
      const step = await typePassword(agent, await startSignIn(realm, client, agent), known);
      const action = /<form[^>]*action="([^"]+)"/.exec(step.text)?.[1]?.replaceAll('&amp;', '&') ?? '';
      const { searchParams } = new URL(action, step.url);
      const there = await agent.request(`${realm.baseUrl}/broker/${alias}/login?${searchParams}`);
      const claims = { sub: user.id, email: user.email };
      const page = await agent.open(provider.returnTo(there.headers.get('location') ?? '', claims));
      expect(textOf(await pressSend(agent, page))).toContain('Check your email');
      if (unverified === 'reject') expect(await emailsTo(user.email)).toEqual([]);
      else await openAndConfirm(linkIn(await emailTo(user.email)), agent);
      const stored = await (await admin()).users.findOne({ realm: realm.name, id: user.id });
      expect([stored?.emailVerified, await credentialsOf(user)]).toEqual(
        unverified === 'reject' ? [false, ['password']] : [true, []],
      );
    } finally {
      await provider.remove();
    }
  },
);
