/** The step in flows other than a client's browser flow: reset credentials, first broker login, post broker login. */

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { admin } from '../../support/admin.ts';
import { Agent, type Page } from '../../support/agent.ts';
import { textOf } from '../../support/check-email-page.ts';
import { emailsTo, emailTo, linkIn } from '../../support/email.ts';
import type { Part } from '../../support/flows.ts';
import type { SiteClient } from '../../support/site.ts';
import { makeStepProvider, type StepProvider } from '../../support/step-provider.ts';
import {
  LINK,
  makeStepRealm,
  openAndConfirm,
  type StepRealm,
  type StepUser,
  signedInAs,
} from '../../support/step-realm.ts';
import { forget } from '../../support/step-reset.ts';

const STEP: Part = { provider: LINK, config: { emailContains: 'link-and-code' } };
const FORM: Part = { provider: 'auth-username-password-form' };

describe.each(['keycloak.v2', 'linkgate'])('in the theme %s', (theme) => {
  let realm: StepRealm;
  let client: SiteClient;
  let user: StepUser;
  let provider: StepProvider;
  beforeAll(async () => {
    realm = await makeStepRealm({ loginTheme: theme, emailTheme: theme === 'linkgate' ? theme : 'keycloak' });
    client = await realm.makeClient([FORM]);
    user = await realm.makeUser();
    provider = await makeStepProvider(realm);
  });
  afterAll(async () => {
    await provider?.close();
    await realm?.remove();
  });

  /** Sends the link from a page that only asks for a click. */
  async function send(agent: Agent, page: Page) {
    const before = (await emailsTo(user.email)).length;
    const waiting = await agent.submit(page, { action: 'send' });
    const email = await emailTo(user.email, before + 1).catch((failure: unknown) => {
      throw new Error(`${String(failure)}; the page: ${waiting.status} ${textOf(waiting)}`);
    });
    return { agent, waiting, link: linkIn(email), code: /^\d{6}$/m.exec(email.text)?.[0] ?? '' };
  }

  describe('the step of reset credentials', () => {
    beforeAll(async () => {
      const { alias } = await realm.makeFlow([
        { provider: 'reset-credentials-choose-user' },
        STEP,
        { provider: 'reset-password' },
      ]);
      await realm.update({ resetCredentialsFlow: alias });
    });

    test.each(['link', 'code'] as const)('leads to a new password by the %s', async (way) => {
      const { agent, page } = await forget(realm, client, user.username);
      const { link, waiting, code } = await send(agent, page);
      const next = way === 'link' ? await openAndConfirm(link, agent) : await agent.submit(waiting, { code });
      expect(next.text).toContain('name="password-new"');
    });

    test('leads to a new password in another browser, too', async () => {
      const { agent, page } = await forget(realm, client, user.username);
      const { link } = await send(agent, page);
      expect((await openAndConfirm(link)).text).toContain('name="password-new"');
    });

    test('looks the same for a name without an account', async () => {
      const pagesFor = async (name: string) => {
        const { agent, page } = await forget(realm, client, name);
        const sent = await agent.submit(page, { action: 'send' });
        return [page, sent].map((one) => textOf(one).replaceAll(name, '…'));
      };
      expect(await pagesFor(`nobody-${user.username}`)).toEqual(await pagesFor(user.username));
    });
  });

  describe('the step of first broker login', () => {
    beforeAll(async () => {
      const { alias } = await realm.makeFlow([
        { provider: 'idp-create-user-if-unique', requirement: 'ALTERNATIVE' },
        { requirement: 'ALTERNATIVE', parts: [STEP] },
      ]);
      await provider.update({ firstBrokerLoginFlowAlias: alias });
    });

    /** Comes from the provider as a user with the account's address, whom the account isn't linked to yet. */
    async function arrive() {
      const api = await admin();
      for (const { identityProvider = '' } of await api.users.listFederatedIdentities({
        realm: realm.name,
        id: user.id,
      }))
        await api.users.delFromFederatedIdentity({
          realm: realm.name,
          id: user.id,
          federatedIdentityId: identityProvider,
        });
      const agent = new Agent();
      return { agent, page: await provider.signIn(agent, client, user.email) };
    }

    test.each(['link', 'code'] as const)('links the account by the %s, and signs in', async (way) => {
      const { agent, page } = await arrive();
      const { link, waiting, code } = await send(agent, page);
      const end = way === 'link' ? await openAndConfirm(link, agent) : await agent.submit(waiting, { code });
      expect(await signedInAs(realm, client, end)).toBe(user.id);
      const linked = await (await admin()).users.listFederatedIdentities({ realm: realm.name, id: user.id });
      expect(linked).toHaveLength(1);
    });

    test('in another browser asks to open the link where it was requested, and doesn’t use it', async () => {
      const { agent, page } = await arrive();
      const { link } = await send(agent, page);
      expect((await new Agent().open(link)).status).toBe(403);
      expect(await signedInAs(realm, client, await openAndConfirm(link, agent))).toBe(user.id);
    });
  });

  describe('the step of post broker login', () => {
    beforeAll(async () => {
      const { alias } = await realm.makeFlow([STEP]);
      await provider.update({ postBrokerLoginFlowAlias: alias });
      await provider.linkTo(user);
    });
    afterAll(async () => await provider.update({ postBrokerLoginFlowAlias: '' }));

    test.each(['link', 'code'] as const)('signs in by the %s', async (way) => {
      const agent = new Agent();
      const { link, waiting, code } = await send(agent, await provider.signIn(agent, client, user.email));
      const end = way === 'link' ? await openAndConfirm(link, agent) : await agent.submit(waiting, { code });
      expect(await signedInAs(realm, client, end)).toBe(user.id);
    });

    test('in another browser asks to open the link where it was requested', async () => {
      const agent = new Agent();
      const { link } = await send(agent, await provider.signIn(agent, client, user.email));
      expect((await new Agent().open(link)).status).toBe(403);
    });
  });
});
