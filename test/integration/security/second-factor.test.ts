/** The second factor of a client, set by one setting, is required on every path (contract, section 11; docs/features/second-factor.md). */

import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { SECOND_FACTOR_FLOW } from '../../../provider-scripts/src/realm/levels/made-flows.ts';
import { SECOND_FACTOR } from '../../../scripts/conformance/checks/client/second-factor.ts';
import { Configuration } from '../../../scripts/conformance/probe/configuration.ts';
import type { Probe } from '../../../scripts/conformance/probe/probe.ts';
import { accountOf } from '../../support/accounts.ts';
import { admin, setRealmAttributes } from '../../support/admin.ts';
import { callAdminApi } from '../../support/admin-api.ts';
import { Agent, type Page } from '../../support/agent.ts';
import { authUrl, pkcePair } from '../../support/authorization.ts';
import { createBackendLink, makeBackend } from '../../support/backend-links.ts';
import { requestOnPage, requireCode } from '../../support/check-email-page.ts';
import { chooseSignedInAccount, submitAddress } from '../../support/chooser.ts';
import { CHROMIUM, catchArrivals, openChromium, openContext, visit } from '../../support/chromium.ts';
import { npmRunHere } from '../../support/command.ts';
import { confirm } from '../../support/confirm-page.ts';
import { enterComparisonCode, requireComparisonCode, signInHere } from '../../support/cross-device.ts';
import { emailTo, linkIn, newAddress } from '../../support/email.ts';
import { bearer, formActionOf, hiddenValue } from '../../support/form.ts';
import { makeIdentityProvider } from '../../support/identity-provider.ts';
import { allowInvitations, HOME, invited } from '../../support/invitations.ts';
import {
  makeWithOneTimePassword,
  OTP_FIELD,
  oneTimePassword,
  promptsForOneTimePassword,
} from '../../support/level-flow.ts';
import { makeClient, type OwnClient } from '../../support/own-client.ts';
import { addAuthenticator, turnPasskeysOn } from '../../support/passkeys.ts';
import { acrOf, proveFactor, putSecondFactor, setSecondFactor } from '../../support/second-factor.ts';
import { follow, linkFor, signIn, submitConsent } from '../../support/sign-in.ts';

const { baseUrl, clients } = inject('site');
const { web } = clients;
const REALM = 'linkgate';
const STEP_UP = { acr_values: '2' };
const ESSENTIAL = { claims: JSON.stringify({ id_token: { acr: { essential: true, values: ['2'] } } }) };

/** Keycloak's clients at which users change their credentials: not the product's list, so that one that it lacks is seen. */
const CREDENTIAL_PAGES = ['account', 'account-console', 'security-admin-console'];

const undo: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const one of undo.reverse()) await one();
});

let always: OwnClient;
let onRequest: OwnClient;
beforeAll(async () => {
  const attributes = {
    'linkgate.sign-in.email-contains': 'link-and-code',
    'linkgate.sign-in.sign-up': 'open',
  };
  always = await makeClient({ baseUrl: HOME, attributes });
  onRequest = await makeClient({ attributes });
  undo.push(always.remove, onRequest.remove, await setRealmAttributes({ 'linkgate.backend-links': 'true' }));
  undo.push(await setSecondFactor(always, 'always'), await setSecondFactor(onRequest, 'on-request'));
});

/** A sign-in at a client, up to the page after the link or what stands for it. */
type Path = (client: OwnClient, email: string, fields?: Record<string, string>) => Promise<[Agent, Page]>;

const OTHER_SESSION = 'a session that another client started';

/** Paths that start at the sign-in page, where a request can ask for a level. */
const ON_PAGES: Readonly<Record<string, Path>> = {
  'a link, in the requesting browser': async (client, email, fields = {}) => {
    const agent = new Agent();
    await requestOnPage(agent, email, client, fields);
    return [agent, await agent.open(linkIn(await emailTo(email)))];
  },
  'a link, in another browser': async (client, email, fields = {}) => {
    await requestOnPage(new Agent(), email, client, fields);
    const agent = new Agent();
    return [agent, await agent.open(linkIn(await emailTo(email)))];
  },
  'the one-time code': async (client, email, fields = {}) => {
    const agent = new Agent();
    const page = await requestOnPage(agent, email, client, fields);
    return [agent, await agent.submit(page, { code: requireCode(await emailTo(email)) })];
  },
  'the comparison code, on the requesting device': async (client, email, fields = {}) => {
    const [agent, other] = [new Agent(), new Agent()];
    const page = await requestOnPage(agent, email, client, fields);
    const link = linkIn(await emailTo(email));
    await enterComparisonCode(other, await other.open(link), requireComparisonCode(page));
    return [agent, await agent.open(page.url)];
  },
  'the opening device, although the requesting one waits': async (client, email, fields = {}) => {
    const [agent, other] = [new Agent(), new Agent()];
    await requestOnPage(other, email, client, fields);
    return [agent, await signInHere(agent, await agent.open(linkIn(await emailTo(email))))];
  },
  'a new link, in a tab that was restarted': async (client, email, fields = {}) => {
    const agent = new Agent();
    const page = await requestOnPage(agent, email, client, fields);
    const again = await agent.open(`${baseUrl}/login-actions/restart?${new URL(page.url).searchParams}`);
    await submitAddress(agent, again, email);
    return [agent, await agent.open(linkIn(await emailTo(email, 2)))];
  },
  [OTHER_SESSION]: async (client, email, fields = {}) => {
    const agent = new Agent();
    await follow(await linkFor(email, web), agent);
    await chooseSignedInAccount(agent, await agent.open(authUrl(client, { fields })));
    return [agent, await agent.open(linkIn(await emailTo(email, 2)))];
  },
};

/** Paths that a client or backend starts, without a request at /auth. */
const OTHERS: Readonly<Record<string, Path>> = {
  'a link that the application requested': async (client, email) => {
    const agent = new Agent();
    return [agent, await agent.open(await linkFor(email, client))];
  },
  'a link that was returned to a backend': async (client, email) => {
    const agent = new Agent();
    return [agent, await agent.open(await createBackendLink(email, {}, { client }))];
  },
};

const CROSS_DEVICE = /device/;

/** Runs a path, with cross-device sign-in where it needs that. */
async function walk(
  name: string,
  path: Path,
  client: OwnClient,
  email: string,
  fields?: Record<string, string>,
): Promise<[Agent, Page]> {
  const mode = String(CROSS_DEVICE.test(name));
  await client.update({ attributes: { 'linkgate.sign-in.cross-device': mode } });
  return await path(client, email, fields);
}

describe('a client that always requires it', () => {
  test.each(Object.entries({ ...ON_PAGES, ...OTHERS }))('requires it after %s', async (name, path) => {
    const email = newAddress();
    const secret = await makeWithOneTimePassword(email);
    const [agent, page] = await walk(name, path, always, email);
    expect(await proveFactor(agent, page, always, secret)).toBe('2');
  });

  test('also if the request asks for less', async () => {
    const email = newAddress();
    const secret = await makeWithOneTimePassword(email);
    const [agent, page] = await walk('link', ON_PAGES['the one-time code'] as Path, always, email, {
      acr_values: '1',
    });
    expect(await proveFactor(agent, page, always, secret)).toBe('2');
  });

  test('asks once in a session, and continues no session without it', async () => {
    const email = newAddress();
    const secret = await makeWithOneTimePassword(email);
    const agent = new Agent();
    await follow(await linkFor(email, web), agent);
    const silent = authUrl(always, { fields: { prompt: 'none' } });
    const rejected = new URL((await agent.request(silent)).headers.get('location') ?? '');
    expect([rejected.searchParams.get('code'), rejected.searchParams.get('error')]).toEqual([
      null,
      expect.toBeOneOf(['login_required', 'interaction_required']),
    ]);
    const page = await agent.open(await linkFor(email, always, { emailNumber: 2 }));
    expect(await proveFactor(agent, page, always, secret)).toBe('2');
    const continued = new URL((await agent.request(silent)).headers.get('location') ?? '');
    expect(await acrOf(continued, always)).toBe('2');
  });

  test('requires it after an invitation, which creates the account: its set-up', async () => {
    const forbid = await allowInvitations();
    try {
      const email = newAddress();
      const agent = new Agent();
      await confirm(agent, await agent.open(await invited(email, always)));
      expect(await accountOf(email)).not.toBe('');
      const page = await agent.open(authUrl(always));
      expect(page.text).toContain('name="totpSecret"');
      const silent = await agent.request(authUrl(always, { fields: { prompt: 'none' } }));
      expect(silent.headers.get('location')).not.toContain('code=');
    } finally {
      await forbid();
    }
  });

  test('requires it in a tab that was opened before the setting was made, and revokes what was issued', async () => {
    const client = await makeClient();
    undo.push(client.remove);
    const email = newAddress();
    const secret = await makeWithOneTimePassword(email);
    const { access_token } = await signIn(email, client);
    const earlier = await linkFor(email, client, { emailNumber: 2 });
    const waiting = new Agent();
    const page = await waiting.open(authUrl(client));
    const off = await setSecondFactor(client, 'always');
    expect((await fetch(`${baseUrl}/userinfo`, { headers: bearer(access_token) })).status).toBe(401);
    expect((await new Agent().open(earlier)).headers.get('location')).toBeNull();
    await submitAddress(waiting, page, email);
    const next = await waiting.open(linkIn(await emailTo(email, 3)));
    expect(await proveFactor(waiting, next, client, secret)).toBe('2');
    await off();
  });

  describe.skipIf(CHROMIUM === undefined && !process.env.CI)('in Chromium', () => {
    let browser: Browser;
    beforeAll(async () => {
      browser = await openChromium();
      undo.push(await turnPasskeysOn());
    });
    afterAll(async () => await browser?.close());

    test('requires it after a passkey, which a link suffices to create', async () => {
      const email = newAddress();
      await makeWithOneTimePassword(email);
      const context = await openContext(browser);
      await catchArrivals(context, web.redirect_uri);
      const page = await context.newPage();
      const authenticator = await addAuthenticator(page);
      await visit(page, authUrl(web));
      await page.waitForLoadState('networkidle');
      await page.fill('#email', email);
      await page.click('.lg-button-primary');
      await visit(page, linkIn(await emailTo(email)));
      await page.click('#passkey-create');
      await page.locator('[name=accept]').click();
      await page.getByRole('heading', { name: 'Arrived' }).waitFor();
      expect(await authenticator.count()).toBe(1);
      await context.clearCookies();
      // On the sign-in page the authenticator responds at once, which may interrupt the navigation.
      await visit(page, authUrl(always)).catch(() => undefined);
      await page.locator(OTP_FIELD).waitFor();
      expect(new URL(page.url()).origin).toBe(new URL(baseUrl).origin);
      await context.close();
    });
  });
});

describe('a client that requires it on request', () => {
  const both = Object.entries(ON_PAGES).flatMap(([name, path]) =>
    Object.entries({ acr_values: STEP_UP, 'an essential claim': ESSENTIAL }).map(
      ([by, fields]) => [name, by, path, fields] as const,
    ),
  );
  test.each(both)('requires it after %s if asked by %s', async (name, _, path, fields) => {
    const email = newAddress();
    const secret = await makeWithOneTimePassword(email);
    const [agent, page] = await walk(name, path, onRequest, email, fields);
    expect(await proveFactor(agent, page, onRequest, secret)).toBe('2');
  });

  const links = Object.entries({ ...ON_PAGES, ...OTHERS }).filter(([name]) => name !== OTHER_SESSION);
  test.each(links)('reports level 1 after %s', async (name, path) => {
    const email = newAddress();
    await makeWithOneTimePassword(email);
    const [agent, page] = await walk(name, path, onRequest, email);
    expect(promptsForOneTimePassword(page)).toBe(false);
    expect(await acrOf(await submitConsent(agent, page), onRequest)).toBe('1');
  });

  test('raises its session to level 2, which then continues at both', async () => {
    const email = newAddress();
    const secret = await makeWithOneTimePassword(email);
    const agent = new Agent();
    const first = await follow(await linkFor(email, onRequest), agent);
    expect(await acrOf(first, onRequest)).toBe('1');
    const before = await sidOf(agent);
    const raised = authUrl(onRequest, { fields: STEP_UP });
    await chooseSignedInAccount(agent, await agent.open(raised));
    const page = await agent.open(linkIn(await emailTo(email, 2)));
    expect(await proveFactor(agent, page, onRequest, secret)).toBe('2');
    expect(await sidOf(agent)).toBe(before);
    const silent = authUrl(onRequest, { fields: { ...STEP_UP, prompt: 'none' } });
    const again = new URL((await agent.request(silent)).headers.get('location') ?? '');
    expect(await acrOf(again, onRequest)).toBe('2');
    const other = await chooseSignedInAccount(agent, await agent.open(authUrl(always)));
    expect(await acrOf(await submitConsent(agent, other), always)).toBe('2');
  });

  test('continues a session of a link without asking', async () => {
    const email = newAddress();
    await makeWithOneTimePassword(email);
    const agent = new Agent();
    await follow(await linkFor(email, web), agent);
    const page = await chooseSignedInAccount(agent, await agent.open(authUrl(onRequest)));
    expect(await acrOf(await submitConsent(agent, page), onRequest)).toBe('1');
  });
});

/** The identifier of the browser's session. */
async function sidOf(agent: Agent): Promise<string> {
  return (agent.cookie('KEYCLOAK_SESSION') ?? '').split('/').at(-1) ?? '';
}

describe('a user without a second factor', () => {
  test('sets it up at the first sign-in, with recovery codes, each of which signs in once', async () => {
    const email = newAddress();
    const agent = new Agent();
    const setUp = await agent.open(await linkFor(email, always));
    expect(setUp.status, setUp.text.slice(0, 500)).toBe(200);
    const secret = hiddenValue(setUp, 'totpSecret');
    expect(secret).not.toBe('');
    const codesPage = await agent.submit(setUp, { totp: oneTimePassword(secret) });
    const codes = hiddenValue(codesPage, 'generatedRecoveryAuthnCodes').split(',');
    expect(codes.length, codesPage.text.slice(0, 500)).toBe(12);
    const end = await submitConsent(agent, await agent.submit(codesPage, { userLabel: 'codes' }));
    expect(await acrOf(end, always)).toBe('2');

    const useCode = async (emailNumber: number): Promise<[Agent, Page]> => {
      const other = new Agent();
      const otp = await other.open(await linkFor(email, always, { emailNumber }));
      const choices = await other.submit(otp, { tryAnotherWay: 'on' });
      const [, execution = ''] =
        /value="([^"]+)"[^>]*>(?:(?!<\/button>)[\s\S])*[Rr]ecovery/.exec(choices.text) ?? [];
      const form = await other.submit(choices, { authenticationExecution: execution });
      return [other, await other.submit(form, { recoveryCodeInput: codes[0] ?? '' })];
    };
    const [other, page] = await useCode(2);
    expect(await acrOf(await submitConsent(other, page), always)).toBe('2');
    const [, again] = await useCode(3);
    expect([again.status, again.headers.get('location')]).toEqual([200, null]);
  });

  test('has no level 2 before the set-up is done', async () => {
    const email = newAddress();
    const agent = new Agent();
    const setUp = await agent.open(await linkFor(email, onRequest));
    await submitConsent(agent, setUp);
    const other = new Agent();
    await requestOnPage(other, email, onRequest, STEP_UP);
    const page = await other.open(linkIn(await emailTo(email, 2)));
    expect(page.text).toContain('name="totpSecret"');
    const silent = await other.request(authUrl(onRequest, { fields: { prompt: 'none' } }));
    expect(silent.headers.get('location')).not.toContain('code=');
  });
});

describe('Keycloak’s own pages for credentials', () => {
  const account = { client_id: 'account-console', redirect_uri: `${baseUrl}/account/` };

  test('require the second factor of a user who has one before another is added or it is removed', async () => {
    const email = newAddress();
    const secret = await makeWithOneTimePassword(email);
    const [otp] = await (await admin()).users.getCredentials({ realm: REALM, id: await accountOf(email) });
    for (const kc_action of [
      'CONFIGURE_TOTP',
      'CONFIGURE_RECOVERY_AUTHN_CODES',
      `delete_credential:${otp?.id}`,
    ]) {
      const agent = new Agent();
      const { challenge } = pkcePair();
      const number = ['CONFIGURE_TOTP', 'CONFIGURE_RECOVERY_AUTHN_CODES'].indexOf(kc_action) + 1 || 3;
      await submitAddress(
        agent,
        await agent.open(authUrl(account, { fields: { ...challenge, kc_action, scope: 'openid' } })),
        email,
      );
      const page = await agent.open(linkIn(await emailTo(email, number)));
      expect(promptsForOneTimePassword(page), `${kc_action}: ${page.text.slice(0, 500)}`).toBe(true);
    }
    expect(secret).not.toBe('');
  });

  test('let a link alone remove none', async () => {
    const email = newAddress();
    await makeWithOneTimePassword(email);
    const agent = new Agent();
    const { verifier, challenge } = pkcePair();
    await submitAddress(
      agent,
      await agent.open(authUrl(account, { fields: { ...challenge, scope: 'openid' } })),
      email,
    );
    const end = await agent.open(linkIn(await emailTo(email)));
    const code = new URL(end.headers.get('location') ?? end.url).searchParams.get('code') ?? '';
    const body = new URLSearchParams({
      grant_type: 'authorization_code',
      code,
      ...account,
      code_verifier: verifier,
    });
    const response = await fetch(`${baseUrl}/protocol/openid-connect/token`, { method: 'POST', body });
    const { access_token } = (await response.json()) as { access_token?: string };
    const id = await accountOf(email);
    const [otp] = await (await admin()).users.getCredentials({ realm: REALM, id });
    const headers = { authorization: `Bearer ${access_token}`, accept: 'application/json' };
    const removal = await fetch(`${baseUrl}/account/credentials/${otp?.id}`, { method: 'DELETE', headers });
    expect([401, 403]).toContain(removal.status);
    expect((await (await admin()).users.getCredentials({ realm: REALM, id })).length).toBe(1);
  });
});

describe('identity providers', () => {
  const afterThis: (() => Promise<void>)[] = [];
  afterAll(async () => {
    for (const one of afterThis) await one();
  });

  test('get the post login flow, which requires it of their users; others’ stay, and are named', async () => {
    const provider = await makeIdentityProvider();
    const own = await makeIdentityProvider({ postBrokerLoginFlowAlias: 'browser' });
    afterThis.push(provider.remove, own.remove);
    const flowOf = async (alias: string) =>
      (await (await admin()).identityProviders.findOne({ realm: REALM, alias }))?.postBrokerLoginFlowAlias;
    expect(
      (await callAdminApi<{ providers_without: string[] }>('GET', '/second-factor')).json.providers_without,
    ).toEqual([own.alias, provider.alias].toSorted());
    await setSecondFactor(always, 'always');
    expect([await flowOf(provider.alias), await flowOf(own.alias)]).toEqual([
      'linkgate second factor after a provider',
      'browser',
    ]);
    const { json } = await callAdminApi('GET', '/second-factor');
    expect(json).toEqual({
      flow: SECOND_FACTOR_FLOW,
      flow_state: 'unchanged',
      providers_without: [own.alias],
    });

    const email = newAddress();
    const secret = await makeWithOneTimePassword(email);
    const federatedIdentity = { identityProvider: provider.alias, userId: email, userName: email };
    const id = await accountOf(email);
    await (await admin()).users.addToFederatedIdentity({
      realm: REALM,
      id,
      federatedIdentityId: provider.alias,
      federatedIdentity,
    });
    for (const [client, level] of [
      [always, '2'],
      [onRequest, '1'],
    ] as const) {
      const agent = new Agent();
      const first = await agent.open(authUrl(client));
      const action = formActionOf(first);
      const tab = new URL(action, first.url).searchParams;
      const there = await agent.request(`${baseUrl}/broker/${provider.alias}/login?${tab}`);
      const page = await agent.open(
        provider.returnTo(there.headers.get('location') ?? '', { sub: email, email }),
      );
      if (level === '2') expect(await proveFactor(agent, page, client, secret)).toBe('2');
      else expect(await acrOf(await submitConsent(agent, page), client)).toBe('1');
    }
  });
});

describe('the setting', () => {
  const problemsNow = async () => {
    const configuration = new Configuration({ client: await admin(), realm: REALM });
    return await SECOND_FACTOR.run({ configuration } as Probe).then(
      () => [],
      ({ message }: Error) => message.split('; '),
    );
  };

  test('conforms as it is set, and each deviation is named', async () => {
    expect(await problemsNow()).toEqual([expect.stringContaining('brute force detection is off')]);
    await (await admin()).realms.update({ realm: REALM }, { bruteForceProtected: true, failureFactor: 3 });
    undo.push(async () =>
      (await admin()).realms.update({ realm: REALM }, { bruteForceProtected: false, failureFactor: 30 }),
    );
    expect(await problemsNow()).toEqual([]);
    await always.update({ attributes: { 'minimum.acr.value': '1' } });
    expect(await problemsNow()).toEqual([expect.stringContaining(`${always.client_id}: minimum.acr.value`)]);
    await setSecondFactorAgain();
    const none = { browser: '' };
    await always.update({ authenticationFlowBindingOverrides: none });
    expect(await problemsNow()).toEqual([expect.stringContaining('flow of the realm is bound')]);
    await setSecondFactorAgain();
    const api = await admin();
    const [console] = await api.clients.find({ realm: REALM, clientId: 'account-console' });
    await api.clients.update(
      { realm: REALM, id: console?.id ?? '' },
      { ...console, authenticationFlowBindingOverrides: none },
    );
    expect(await problemsNow()).toEqual([expect.stringContaining('client account-console')]);
    await setSecondFactorAgain();
    expect(await problemsNow()).toEqual([]);
  });

  test.each(CREDENTIAL_PAGES)('gives %s, where credentials are changed, the flow', async (clientId) => {
    const [flows, [client]] = await Promise.all([
      (await admin()).authenticationManagement.getFlows({ realm: REALM }),
      (await admin()).clients.find({ realm: REALM, clientId }),
    ]);
    const flow = flows.find(({ alias }) => alias === SECOND_FACTOR_FLOW);
    expect(client?.authenticationFlowBindingOverrides).toEqual({ browser: flow?.id });
  });

  test('with brute force detection, wrong one-time passwords lock the form, also for the right one', async () => {
    const email = newAddress();
    const secret = await makeWithOneTimePassword(email);
    const agent = new Agent();
    let page = await agent.open(await linkFor(email, always));
    const right = oneTimePassword(secret);
    for (let guess = 0; guess < 3; guess++)
      page = await agent.submit(page, {
        otp: String((Number(right) + 111 + guess) % 1_000_000).padStart(6, '0'),
      });
    page = await agent.submit(page, { otp: right });
    expect([page.status, page.headers.get('location'), promptsForOneTimePassword(page)]).toEqual([
      200,
      null,
      true,
    ]);
  });

  /** As an administrator repairs it: what is off is set again. */
  async function setSecondFactorAgain(): Promise<void> {
    await always.update({ attributes: { 'minimum.acr.value': '' } });
    await setSecondFactor(always, 'always');
  }

  test('is undone, with the flow, when the last client leaves it', async () => {
    const api = await admin();
    const flows = async () =>
      (await api.authenticationManagement.getFlows({ realm: REALM })).map(({ alias }) => alias);
    const stateOf = async (clientId: string) => {
      const [found] = await api.clients.find({ realm: REALM, clientId });
      const { attributes = {}, authenticationFlowBindingOverrides: flow } = found ?? {};
      const levels = Object.keys(attributes).filter((name) => /acr|second-factor/.test(name));
      return { levels, flow };
    };
    await setSecondFactor(always, 'none');
    expect(await flows()).toContain(SECOND_FACTOR_FLOW);
    await setSecondFactor(onRequest, 'none');
    expect((await flows()).filter((alias) => alias?.startsWith(SECOND_FACTOR_FLOW))).toEqual([]);
    for (const clientId of [always.client_id, onRequest.client_id, ...CREDENTIAL_PAGES])
      expect([clientId, await stateOf(clientId)]).toEqual([clientId, { levels: [], flow: {} }]);
    expect((await callAdminApi('GET', '/second-factor')).json).toMatchObject({ flow_state: 'absent' });
    const email = newAddress();
    await makeWithOneTimePassword(email);
    expect(await acrOf(await follow(await linkFor(email, always)), always)).toBe('1');
  });

  test('is undone with its last client', async () => {
    const client = await makeClient();
    await setSecondFactor(client, 'always');
    const api = (await admin()).clients;
    const bindingOf = async (clientId: string) => {
      const [found] = await api.find({ realm: REALM, clientId });
      return found?.authenticationFlowBindingOverrides;
    };
    // The server caches what it has read.
    for (const one of CREDENTIAL_PAGES) expect(await bindingOf(one)).not.toEqual({});
    const [found] = await api.find({ realm: REALM, clientId: client.client_id });
    expect((await callAdminApi('DELETE', `/clients/${found?.id}`)).status).toBe(204);
    expect((await callAdminApi('GET', '/second-factor')).json).toMatchObject({ flow_state: 'absent' });
    for (const one of CREDENTIAL_PAGES) expect([one, await bindingOf(one)]).toEqual([one, {}]);
  });

  test('of Linkgate’s pages is that of Keycloak’s console', async () => {
    const remove = await setSecondFactor({ client_id: 'linkgate-admin' }, 'always');
    const minimums = async () => {
      const api = await admin();
      const all = ['linkgate-admin', 'security-admin-console', 'account-console'].map(async (clientId) => {
        const [found] = await api.clients.find({ realm: REALM, clientId });
        return found?.attributes?.['minimum.acr.value'] ?? null;
      });
      return await Promise.all(all);
    };
    expect(await minimums()).toEqual(['2', '2', null]);
    await remove();
    expect(await minimums()).toEqual([null, null, null]);
  });

  test('overwrites nothing of an administrator’s', async () => {
    const api = await admin();
    const client = await makeClient({ attributes: { 'acr.loa.map': '{"gold":3}' } });
    undo.push(client.remove);
    const levels = await putSecondFactor(client.client_id, 'always');
    expect([levels.status, levels.json]).toMatchObject([
      409,
      { id: 'second-factor-overwrites', values: { client: client.client_id, setting: 'acr.loa.map' } },
    ]);
    const [browser] = (await api.authenticationManagement.getFlows({ realm: REALM })).filter(
      ({ alias }) => alias === 'browser',
    );
    await client.update({
      attributes: { 'acr.loa.map': '' },
      authenticationFlowBindingOverrides: { browser: browser?.id ?? '' },
    });
    const bound = await putSecondFactor(client.client_id, 'always');
    expect([bound.status, bound.json.id]).toEqual([409, 'second-factor-overwrites']);
    await client.update({ authenticationFlowBindingOverrides: { browser: '' } });

    await setSecondFactor(client, 'on-request');
    const management = api.authenticationManagement;
    const executions = await management.getExecutions({ realm: REALM, flow: SECOND_FACTOR_FLOW });
    const setUp = executions.find(({ displayName }) => displayName === `${SECOND_FACTOR_FLOW}: set-up`);
    const put = async (requirement: string) =>
      await management.updateExecution({ realm: REALM, flow: SECOND_FACTOR_FLOW }, { ...setUp, requirement });
    await put('DISABLED');
    const unsafe = await putSecondFactor(always.client_id, 'always');
    expect([unsafe.status, unsafe.json.id]).toEqual([409, 'second-factor-flow']);
    expect(await problemsNow()).toContain(
      `flow ${SECOND_FACTOR_FLOW}: grants level 2 without a second factor`,
    );
    await put('CONDITIONAL');
    const beside = `${SECOND_FACTOR_FLOW}: existing`;
    await management.addExecutionToFlow({ realm: REALM, flow: beside, provider: 'webauthn-authenticator' });
    const added = (await management.getExecutions({ realm: REALM, flow: SECOND_FACTOR_FLOW })).find(
      ({ providerId }) => providerId === 'webauthn-authenticator',
    );
    await management.updateExecution(
      { realm: REALM, flow: SECOND_FACTOR_FLOW },
      { ...added, requirement: 'ALTERNATIVE' },
    );
    expect((await callAdminApi('GET', '/second-factor')).json).toMatchObject({ flow_state: 'changed' });
    await setSecondFactor(client, 'none');
    const left = (await management.getFlows({ realm: REALM })).find(
      ({ alias }) => alias === SECOND_FACTOR_FLOW,
    );
    expect(left?.alias).toBe(SECOND_FACTOR_FLOW);
    await management.deleteFlow({ realm: REALM, flowId: left?.id ?? '' });
  });

  test('needs both roles, a version and a client that signs users in', async () => {
    const caller = await makeBackend(['manage-clients']);
    undo.push(caller.remove);
    expect((await putSecondFactor(always.client_id, 'always', caller.token)).status).toBe(403);
    const [found] = await (await admin()).clients.find({ realm: REALM, clientId: always.client_id });
    const path = `/clients/${found?.id}/second-factor`;
    for (const body of [
      {},
      { second_factor: 'maybe', version: 'x' },
      { second_factor: '', version: 'x' },
      { second_factor: 'always' },
    ])
      expect([body, (await callAdminApi('PUT', path, { body })).status]).toEqual([body, 400]);
    const outdated = await callAdminApi('PUT', path, { body: { second_factor: 'always', version: 'x' } });
    expect([outdated.status, outdated.json]).toMatchObject([409, { id: 'client-changed' }]);
    const { status, json } = await putSecondFactor(clients.service.client_id, 'always');
    expect([status, JSON.stringify(json)]).toEqual([400, expect.stringContaining('client-without-sign-in')]);
  });

  test('is set by the command', async () => {
    const run = async (...words: string[]) =>
      await npmRunHere('clients', ['second-factor', always.client_id, ...words]);
    const set = await run('always', '--apply');
    expect([set.code, set.stdout, set.stderr]).toEqual([
      0,
      expect.stringContaining('second factor always'),
      expect.anything(),
    ]);
    expect((await run()).stdout).toContain('second factor always');
    expect((await run('sometimes')).code).toBe(2);
    expect((await run('none', '--apply')).stdout).toContain('second factor none');
  });
});
