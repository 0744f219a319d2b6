/** Other ways of the kinds that reviews found: what was revoked, and the best proof of an account, as a reviewer tried to get around them. */
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { deleteByAccountApi } from '../../support/account-api.ts';
import { deleteAccount, openAccountPage, serveAccountPage } from '../../support/account-page.ts';
import { accountOf, requireEmailVerification } from '../../support/accounts.ts';
import { actionLinkIn } from '../../support/action-links.ts';
import { admin } from '../../support/admin.ts';
import { callAdminApi } from '../../support/admin-api.ts';
import { Agent, type Page } from '../../support/agent.ts';
import { authUrl, pkcePair, signedIn } from '../../support/authorization.ts';
import { textOf } from '../../support/check-email-page.ts';
import { chooseSignedInAccount, submitAddress } from '../../support/chooser.ts';
import { emailTo, linkIn, newAddress } from '../../support/email.ts';
import { bearer, hiddenValue } from '../../support/form.ts';
import { makeIdentityProvider, oidcProvider, sentToSignIn } from '../../support/identity-provider.ts';
import { oneTimePassword } from '../../support/level-flow.ts';
import { nextLink } from '../../support/new-device.ts';
import { passNotBefore } from '../../support/not-before.ts';
import { makeClient } from '../../support/own-client.ts';
import { makeProtectedAccount } from '../../support/protected-account.ts';
import { setSecondFactor } from '../../support/second-factor.ts';
import { sessionOf } from '../../support/session-api.ts';
import { exchange, follow } from '../../support/sign-in.ts';
import { makeStayingClient, refresh, refreshableFrom } from '../../support/staying-client.ts';

const REALM = 'linkgate';
const { baseUrl, clients } = inject('site');
const { web } = clients;

const undo: (() => Promise<unknown>)[] = [];
beforeAll(async () => {
  undo.push(await serveAccountPage({ 'linkgate.account-deletion': 'true' }));
});
afterAll(async () => {
  for (const one of undo.reverse()) await one();
});

const codeIn = (page: Page) => (page.headers.get('location') ?? '').includes('code=');

describe('Keycloak’s link for a new address, requested in a tab that a link proved', () => {
  const without = (link: string, name: string) => {
    const url = new URL(link);
    url.searchParams.delete(name);
    return url.href;
  };
  const SPELLINGS: Record<string, (link: string) => string> = {
    'as it is': (link) => link,
    'without tab_id': (link) => without(link, 'tab_id'),
    'without client_id': (link) => without(link, 'client_id'),
    'another tab_id': (link) => `${without(link, 'tab_id')}&tab_id=other`,
  };
  test.each(Object.keys(SPELLINGS))('changes no address after a sign-out: %s', async (name) => {
    const forbid = await requireEmailVerification();
    const free = await makeClient({ consentRequired: false });
    try {
      const [email, evil] = [newAddress('owner'), newAddress('evil')];
      await signedIn(web, {}, email);
      const id = await accountOf(email);
      const thief = new Agent();
      const first = await thief.open(authUrl(free, { fields: { kc_action: 'UPDATE_EMAIL' } }));
      await submitAddress(thief, first, email);
      const form = await thief.open(linkIn(await emailTo(email, 2)));
      const sent = await thief.submit(form, { email: evil });
      const link = actionLinkIn((await emailTo(evil)).text);
      expect(link, textOf(sent)).not.toBe('');
      expect((await callAdminApi('POST', `/users/${id}/sign-out`)).status).toBe(204);
      const end = await thief.open(SPELLINGS[name]?.(link) ?? '');
      const user = await (await admin()).users.findOne({ realm: REALM, id });
      expect(user?.email, `${end.status} ${textOf(end).slice(0, 300)}`).toBe(email);
    } finally {
      await free.remove();
      await forbid();
    }
  });
});

test('a mailbox alone sets up no authenticator app beside a security key', async () => {
  const client = await makeClient();
  const restore = await setSecondFactor(client, 'always');
  try {
    const account = await makeProtectedAccount('security key');
    const thief = new Agent();
    let page = await thief.open(await nextLink(account.email, client));
    const offered = page.text.includes('totpSecret');
    if (offered) {
      page = await thief.submit(page, { totp: oneTimePassword(hiddenValue(page, 'totpSecret')) });
      for (let i = 0; i < 3 && page.status === 200; i++) {
        if (page.text.includes('generatedRecoveryAuthnCodes'))
          page = await thief.submit(page, {
            generatedRecoveryAuthnCodes: hiddenValue(page, 'generatedRecoveryAuthnCodes'),
          });
        else if (page.text.includes('name="accept"')) page = await thief.submit(page, { accept: 'Yes' });
      }
    }
    const own = await openAccountPage(thief);
    const types = (await (await admin()).users.getCredentials({ realm: REALM, id: account.id })).map(
      ({ type }) => type,
    );
    const deleted = await deleteAccount(thief, own);
    const user = await (await admin()).users.findOne({ realm: REALM, id: account.id });
    expect([
      offered,
      types,
      codeIn(page),
      own.text.includes('value="delete-account"'),
      deleted.text.includes('was deleted'),
      user !== null,
    ]).toEqual([false, ['webauthn-passwordless', 'webauthn'], false, false, false, true]);
  } finally {
    await restore();
    await client.remove();
  }
});

test('a first sign-in by Keycloak’s own flow verifies no address that userinfo says is unverified', async () => {
  const base = oidcProvider('');
  const provider = await makeIdentityProvider({
    ...base,
    trustEmail: true,
    firstBrokerLoginFlowAlias: 'first broker login',
    config: { ...base.config, disableUserInfo: 'false' },
  });
  try {
    const email = newAddress('victim');
    const agent = new Agent();
    let page = await agent.open(
      provider.returnTo(await sentToSignIn(agent, provider), {
        sub: randomBytes(8).toString('hex'),
        email,
        idToken: { email, email_verified: true },
        userinfo: { email, email_verified: false },
      }),
    );
    if (page.text.includes('name="firstName"'))
      page = await agent.submit(page, { email, username: email, firstName: 'A', lastName: 'B' });
    const [user] = await (await admin()).users.find({ realm: REALM, email, exact: true });
    await follow(await nextLink(email, web));
    const links = await (await admin()).users.listFederatedIdentities({ realm: REALM, id: user?.id ?? '' });
    expect([user?.emailVerified ?? false, links.length]).toEqual([false, 0]);
  } finally {
    await provider.remove();
  }
});

describe('linking a provider at Keycloak’s console', () => {
  const CONSOLE = { client_id: 'account-console', redirect_uri: `${baseUrl}/account/` };
  const request = (alias: string) =>
    authUrl(CONSOLE, {
      fields: { ...pkcePair().challenge, kc_action: `idp_link:${alias}`, scope: 'openid' },
    });
  const leave = async (agent: Agent, page: Page) => {
    const next = page.status === 200 ? await agent.submit(page, {}).catch(() => page) : page;
    return { next, to: next.headers.get('location') ?? '' };
  };
  const linksOf = async (id: string) =>
    (await (await admin()).users.listFederatedIdentities({ realm: REALM, id })).length;

  test('isn’t done by a mailbox alone for a user with a second factor', async () => {
    const provider = await makeIdentityProvider();
    try {
      const account = await makeProtectedAccount('authenticator app');
      const thief = new Agent();
      await submitAddress(thief, await thief.open(request(provider.alias)), account.email);
      const { next, to } = await leave(thief, await thief.open(linkIn(await emailTo(account.email, 1))));
      const left = to.includes('redirect_uri=');
      if (left) await thief.open(provider.returnTo(to, { sub: 'thief', email: 'thief@evil.test' }));
      expect([left, await linksOf(account.id)], textOf(next).slice(0, 300)).toEqual([false, 0]);
    } finally {
      await provider.remove();
    }
  });

  test.each(['a session', 'a link'])('ends with what it rests on: %s', async (way) => {
    const provider = await makeIdentityProvider();
    try {
      const email = newAddress('owner');
      let thief = await signedIn(web, {}, email);
      const id = await accountOf(email);
      let page: Page;
      if (way === 'a session')
        page = await chooseSignedInAccount(thief, await thief.open(request(provider.alias)));
      else {
        thief = new Agent();
        await submitAddress(thief, await thief.open(request(provider.alias)), email);
        page = await thief.open(linkIn(await emailTo(email, 2)));
      }
      const { next, to } = await leave(thief, page);
      expect((await callAdminApi('POST', `/users/${id}/sign-out`)).status).toBe(204);
      const left = to.includes('redirect_uri=');
      if (left) await thief.open(provider.returnTo(to, { sub: 'thief', email: 'thief@evil.test' }));
      expect([left, await linksOf(id)], textOf(next).slice(0, 300)).toEqual([true, 0]);
    } finally {
      await provider.remove();
    }
  });
});

test('Keycloak’s account API signs out everywhere: also tokens that have outlived their session', async () => {
  const client = await makeStayingClient('30');
  try {
    const email = newAddress('owner');
    const thief = await signedIn(web, {}, email);
    const tokens = await refreshableFrom(thief, client);
    const owner = new Agent();
    await follow(await nextLink(email, web), owner);
    const out = await deleteByAccountApi(owner, 'sessions?current=true');
    const again = await refresh(tokens.refresh_token, client);
    expect([out.status, again.status, (await sessionOf(thief)).authenticated]).toEqual([204, 400, false]);
  } finally {
    await client.remove();
  }
});

test.each(['pending, approved', 'disabled, enabled'])(
  'a code from before an approval’s end gives no tokens when it comes back: %s',
  async (name) => {
    const target = await makeClient({ consentRequired: false });
    const to = await follow(await nextLink(newAddress('owner'), target));
    if (name === 'pending, approved') {
      await target.setApproval('pending');
      await target.setApproval('approved');
    } else {
      await target.update({ enabled: false });
      await target.update({ enabled: true });
    }
    await passNotBefore(target.client_id);
    const response = await exchange(to.searchParams.get('code'), target);
    const { access_token = '' } = (await response.json()) as { access_token?: string };
    const userinfo = (await fetch(`${baseUrl}/userinfo`, { headers: bearer(access_token) })).status;
    expect([response.status, userinfo]).toEqual([400, 401]);
    await target.remove();
  },
);

test('a code from before a client required a second factor gives no tokens', async () => {
  const target = await makeClient({ consentRequired: false });
  const to = await follow(await nextLink(newAddress('owner'), target));
  const restore = await setSecondFactor(target, 'always');
  const response = await exchange(to.searchParams.get('code'), target);
  const { access_token = '' } = (await response.json()) as { access_token?: string };
  const userinfo = (await fetch(`${baseUrl}/userinfo`, { headers: bearer(access_token) })).status;
  await restore();
  await target.remove();
  expect([response.status, userinfo]).toEqual([400, 401]);
});
