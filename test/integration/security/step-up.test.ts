/** A second factor that a flow's level of authentication requires can't be bypassed (docs/features/second-factor.md; contract, section 4.8). */

import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { setRealmAttributes } from '../../support/admin.ts';
import { Agent, type Page } from '../../support/agent.ts';
import { authUrl, pkcePair } from '../../support/authorization.ts';
import { createBackendLink } from '../../support/backend-links.ts';
import { requestOnPage, requireCode } from '../../support/check-email-page.ts';
import { chooseSignedInAccount, submitAddress } from '../../support/chooser.ts';
import { emailTo, linkIn, newAddress } from '../../support/email.ts';
import type { OwnFlow } from '../../support/flows.ts';
import {
  chooseFlowByPolicy,
  MAX_AGE,
  makeLevelFlow,
  makeWithOneTimePassword,
  OTP,
  OTP_IS_2,
  oneTimePassword,
  promptsForOneTimePassword,
} from '../../support/level-flow.ts';
import { passNotBefore } from '../../support/not-before.ts';
import { makeClient, type OwnClient } from '../../support/own-client.ts';
import { setSecondFactor } from '../../support/second-factor.ts';
import { follow, linkFor, submitConsent } from '../../support/sign-in.ts';

const { baseUrl } = inject('site');
const LINK = 'linkgate-email';
const LINK_IS_1 = { level: 1, maxAge: MAX_AGE, providers: [LINK] };

let flow: OwnFlow;
let client: OwnClient;
beforeAll(async () => {
  flow = await makeLevelFlow([LINK_IS_1, OTP_IS_2]);
  client = await makeClient({ authenticationFlowBindingOverrides: { browser: flow.id } });
});
afterAll(async () => {
  await client.remove();
  await flow.remove();
});

describe('a link that was not requested at /auth', () => {
  const DEFAULT = { 'default.acr.values': 'gold', 'acr.loa.map': '{"gold":2}' };
  const MINIMUM = { 'minimum.acr.value': '2', 'acr.loa.map': '{"2":2}' };
  const NEITHER = { 'default.acr.values': '', 'minimum.acr.value': '', 'acr.loa.map': '' };

  /** A higher minimum ends what was requested before. */
  async function setLevels(attributes: Record<string, string>): Promise<void> {
    await client.update({ attributes });
    await passNotBefore(client.client_id);
  }

  test.each([
    ['minimum', { ...NEITHER, ...MINIMUM }],
    ['default', { ...NEITHER, ...DEFAULT }],
  ])('requires the level of the client’s %s', async (_, attributes) => {
    const email = newAddress();
    const secret = await makeWithOneTimePassword(email);
    await setLevels(attributes);
    const agent = new Agent();
    const page = await agent.open(await linkFor(email, client));
    expect(promptsForOneTimePassword(page), page.text.slice(0, 500)).toBe(true);
    const end = await submitConsent(agent, await agent.submit(page, { otp: oneTimePassword(secret) }));
    expect(end.searchParams.get('code')).toBeTruthy();
  });

  test('requires the second factor if it was returned to a backend, too', async () => {
    const email = newAddress();
    await makeWithOneTimePassword(email);
    await setLevels({ ...NEITHER, ...MINIMUM });
    const restore = await setRealmAttributes({ 'linkgate.backend-links': 'true' });
    try {
      const page = await new Agent().open(await createBackendLink(email, {}, { client }));
      expect(promptsForOneTimePassword(page), page.text.slice(0, 500)).toBe(true);
    } finally {
      await restore();
    }
  });

  test('requires no other factor if the client sets no level', async () => {
    const email = newAddress();
    await makeWithOneTimePassword(email);
    await setLevels(NEITHER);
    expect((await follow(await linkFor(email, client))).searchParams.get('code')).toBeTruthy();
  });
});

describe('the second factor of administrators', () => {
  const pages = { client_id: 'linkgate-admin', redirect_uri: `${baseUrl}/linkgate` };
  const { challenge } = pkcePair();
  let remove: () => Promise<void>;
  beforeAll(async () => {
    await client.update({ attributes: { 'minimum.acr.value': '', 'default.acr.values': '' } });
    remove = await setSecondFactor(pages, 'always');
  });
  afterAll(() => remove());

  async function expectRequestedOnce(agent: Agent, page: Page, secret: string): Promise<void> {
    expect(promptsForOneTimePassword(page), page.text.slice(0, 500)).toBe(true);
    const end = await agent.submit(page, { otp: oneTimePassword(secret) });
    expect(new URL(end.url).searchParams.get('code'), end.url).toBeTruthy();
    // As the pages' hidden frame does.
    const silent = { ...pages, redirect_uri: `${baseUrl}/linkgate/silent` };
    const renewed = await agent.request(authUrl(silent, { fields: { ...challenge, prompt: 'none' } }));
    const target = new URL(renewed.headers.get('location') ?? '');
    expect(target.searchParams.get('code'), target.href).toBeTruthy();
  }

  test.each([
    ['unchanged', {}],
    ['requesting a lower level', { acr_values: '1' }],
  ])(
    'is prompted for once in a session that another client’s levels started: a request %s',
    async (_, fields) => {
      const email = newAddress();
      const secret = await makeWithOneTimePassword(email);
      const agent = new Agent();
      await follow(await linkFor(email, client), agent);
      const url = authUrl(pages, { fields: { ...challenge, ...fields } });
      const sent = await chooseSignedInAccount(agent, await agent.open(url));
      expect([sent.status, sent.headers.get('location')]).toEqual([200, null]);
      expect(sent.text).not.toContain('name="accept"');
      await expectRequestedOnce(agent, await agent.open(linkIn(await emailTo(email, 2))), secret);
    },
  );

  test('is prompted for once in a new session', async () => {
    const email = newAddress();
    const secret = await makeWithOneTimePassword(email);
    const agent = new Agent();
    await submitAddress(agent, await agent.open(authUrl(pages, { fields: challenge })), email);
    await expectRequestedOnce(agent, await agent.open(linkIn(await emailTo(email))), secret);
  });
});

describe('a flow that a client policy chose at /auth', () => {
  let withOneTimePassword: OwnFlow;
  let chosen: OwnClient;
  let removePolicy: () => Promise<void>;
  beforeAll(async () => {
    withOneTimePassword = await makeLevelFlow([{ provider: LINK }, { provider: OTP }]);
    const policy = await chooseFlowByPolicy(withOneTimePassword.alias);
    removePolicy = policy.remove;
    chosen = await makeClient(policy);
  });
  afterAll(async () => {
    await removePolicy();
    await chosen.remove();
    await withOneTimePassword.remove();
  });

  async function expectRequested(agent: Agent, page: Page, secret: string): Promise<void> {
    expect(promptsForOneTimePassword(page), page.text.slice(0, 500)).toBe(true);
    const end = await submitConsent(agent, await agent.submit(page, { otp: oneTimePassword(secret) }));
    expect(end.searchParams.get('code'), end.href).toBeTruthy();
  }

  async function waiting() {
    const [agent, email] = [new Agent(), newAddress()];
    const secret = await makeWithOneTimePassword(email);
    const checkEmail = await requestOnPage(agent, email, chosen);
    return { agent, email, secret, checkEmail };
  }

  test('runs after a link was opened in the requesting browser', async () => {
    const { agent, email, secret } = await waiting();
    await expectRequested(agent, await agent.open(linkIn(await emailTo(email))), secret);
  });

  test('runs after a link was opened in another browser', async () => {
    const { email, secret } = await waiting();
    const agent = new Agent();
    await expectRequested(agent, await agent.open(linkIn(await emailTo(email))), secret);
  });

  test('runs after the one-time code was entered', async () => {
    const { agent, email, secret, checkEmail } = await waiting();
    const code = requireCode(await emailTo(email));
    await expectRequested(agent, await agent.submit(checkEmail, { code }), secret);
  });

  test('runs after a new link was requested for an invalid one', async () => {
    const { email, secret } = await waiting();
    const link = linkIn(await emailTo(email));
    await follow(await linkFor(email, chosen, { emailNumber: 2 }));
    const agent = new Agent();
    await agent.submit(await agent.open(link), { again: 'true' });
    await expectRequested(agent, await agent.open(linkIn(await emailTo(email, 3))), secret);
  });

  test('runs after the sign-in was restarted in its tab', async () => {
    const { agent, email, secret, checkEmail } = await waiting();
    const tab = new URL(checkEmail.url).searchParams;
    const again = await agent.open(`${baseUrl}/login-actions/restart?${tab}`);
    await submitAddress(agent, again, email);
    await expectRequested(agent, await agent.open(linkIn(await emailTo(email, 2))), secret);
  });

  test('runs after Keycloak restarted the sign-in by its cookie', async () => {
    const { agent, email, secret, checkEmail } = await waiting();
    const later = Agent.withCookies({ KC_RESTART: agent.cookie('KC_RESTART') ?? '' });
    const again = await later.open(checkEmail.url);
    await submitAddress(later, again, email);
    await expectRequested(later, await later.open(linkIn(await emailTo(email, 2))), secret);
  });
});
