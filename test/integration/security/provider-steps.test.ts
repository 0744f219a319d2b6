/** The steps of a client's flow can't be bypassed through an identity provider (docs/features/second-factor.md; contract, section 3.1). */

import type ClientRepresentation from '@keycloak/keycloak-admin-client/lib/defs/clientRepresentation.js';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { accountOf } from '../../support/accounts.ts';
import { admin } from '../../support/admin.ts';
import { Agent, type Page } from '../../support/agent.ts';
import { authUrl } from '../../support/authorization.ts';
import { textOf } from '../../support/check-email-page.ts';
import { newAddress } from '../../support/email.ts';
import type { OwnFlow } from '../../support/flows.ts';
import type { Fields } from '../../support/form.ts';
import { formActionOf } from '../../support/form.ts';
import { type IdentityProvider, makeIdentityProvider } from '../../support/identity-provider.ts';
import {
  chooseFlowByPolicy,
  type FlowPart,
  makeLevelFlow,
  makeWithOneTimePassword,
  OTP,
  OTP_IS_2,
  oneTimePassword,
  promptsForOneTimePassword,
} from '../../support/level-flow.ts';
import { makeClient, type OwnClient } from '../../support/own-client.ts';
import { linkFor, submitConsent } from '../../support/sign-in.ts';

const { baseUrl } = inject('site');
const REALM = 'linkgate';
const LINK: FlowPart = { provider: 'linkgate-email' };
/** As documented: the first level, which isn't stored, requires nothing from users who come from a provider. */
const PROVIDER_IS_1: FlowPart = { level: 1, maxAge: 0, providers: ['allow-access-authenticator'] };
const PASSKEY = 'webauthn-authenticator-passwordless';
const TWO_STEPS: FlowPart = { way: ['linkgate-email', OTP] };
const OFFER: FlowPart = { provider: 'identity-provider-redirector', requirement: 'ALTERNATIVE' };
const MINIMUM = { 'minimum.acr.value': '2', 'acr.loa.map': '{"2":2}' };

const undo: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const remove of undo.reverse()) await remove();
});

async function flowOf(...parts: FlowPart[]): Promise<OwnFlow> {
  const flow = await makeLevelFlow(parts);
  undo.push(flow.remove);
  return flow;
}

async function clientWith(fields: ClientRepresentation, flow?: OwnFlow): Promise<OwnClient> {
  const bound = flow === undefined ? {} : { authenticationFlowBindingOverrides: { browser: flow.id } };
  const client = await makeClient({ consentRequired: false, ...bound, ...fields });
  undo.push(client.remove);
  return client;
}

let provider: IdentityProvider;
/** Prompts for the one-time password itself, as documented. */
let protectedProvider: IdentityProvider;
let administration: OwnClient;
beforeAll(async () => {
  provider = await makeIdentityProvider();
  undo.push(provider.remove);
  const after = await flowOf(PROVIDER_IS_1, OTP_IS_2);
  protectedProvider = await makeIdentityProvider({ postBrokerLoginFlowAlias: after.alias });
  undo.push(protectedProvider.remove);
  administration = await clientWith({ attributes: MINIMUM }, await flowOf(LINK, OTP_IS_2));
});

interface User {
  email: string;
  sub: string;
  secret: string;
}

/** A user with an authenticator app whose account is linked to both providers. */
async function linkedUser(): Promise<User> {
  const email = newAddress();
  const secret = await makeWithOneTimePassword(email);
  const id = await accountOf(email);
  for (const { alias } of [provider, protectedProvider]) {
    const federatedIdentity = { identityProvider: alias, userId: email, userName: email };
    const { users } = await admin();
    await users.addToFederatedIdentity({
      realm: REALM,
      id,
      federatedIdentityId: alias,
      federatedIdentity,
    });
  }
  return { email, sub: email, secret };
}

/** Reads the tab's parameters from the form of a client's first page. */
async function tabOf(agent: Agent, client: OwnClient, fields: Fields = {}): Promise<URLSearchParams> {
  const page = await agent.open(authUrl(client, { fields }));
  const action = formActionOf(page);
  return new URL(action, page.url).searchParams;
}

/** Redirects the tab to a provider. */
async function openProvider(agent: Agent, { alias }: IdentityProvider, tab: URLSearchParams): Promise<Page> {
  return await agent.request(`${baseUrl}/broker/${alias}/login?${tab}`);
}

/** Signs in at the provider and returns as this user. */
async function signInFrom(by: IdentityProvider, client: OwnClient, user: User, agent = new Agent()) {
  const there = await openProvider(agent, by, await tabOf(agent, client));
  const location = there.headers.get('location') ?? '';
  expect(location, textOf(there)).toContain('/auth?');
  return await agent.open(by.returnTo(location, user));
}

function expectRejected(page: Page): void {
  expect([page.status, page.headers.get('location')], textOf(page)).toEqual([403, null]);
  expect(textOf(page)).toContain('requires more than one step');
}

function codeOf(page: Page): string | null {
  return new URL(page.headers.get('location') ?? page.url).searchParams.get('code');
}

describe('a client whose flow requires a one-time password', () => {
  test('redirects no user to a provider, for any form of request', async () => {
    const agent = new Agent();
    const tab = await tabOf(agent, administration);
    expectRejected(await openProvider(agent, provider, tab));
    const url = `${baseUrl}/broker/${provider.alias}/login?${tab}`;
    expectRejected(await agent.request(url, { method: 'POST' }));
    // The sign-in continues at the same step.
    const { email, secret } = await linkedUser();
    const page = await agent.open(await linkFor(email, administration));
    const end = await submitConsent(agent, await agent.submit(page, { otp: oneTimePassword(secret) }));
    expect(end.searchParams.get('code')).toBeTruthy();
  });

  /** Returns to the form’s tab with a state that the browser forged. */
  async function returnUnsolicited(user: { sub: string; email: string }): Promise<Page> {
    const agent = new Agent();
    const tab = await tabOf(agent, administration);
    const clientId = Buffer.from(administration.client_id).toString('base64url');
    const state = [tab.get('session_code'), tab.get('tab_id'), clientId, tab.get('client_data')].join('.');
    const redirect_uri = `${baseUrl}/broker/${provider.alias}/endpoint`;
    const sentTo = `https://provider.example/?${new URLSearchParams({ redirect_uri, state })}`;
    return await agent.open(provider.returnTo(sentTo, user));
  }

  test('issues no code to a user who returns from one without having been redirected there', async () => {
    expectRejected(await returnUnsolicited(await linkedUser()));
  });

  test('creates no account for a stranger who returns from one like that', async () => {
    const email = newAddress();
    expectRejected(await returnUnsolicited({ sub: email, email }));
    expect(await accountOf(email)).toBe('');
  });

  test('signs in users from a provider whose flow requires it, and prompts once in a session', async () => {
    const [agent, user] = [new Agent(), await linkedUser()];
    const page = await signInFrom(protectedProvider, administration, user, agent);
    expect(promptsForOneTimePassword(page), textOf(page)).toBe(true);
    const end = await agent.submit(page, { otp: oneTimePassword(user.secret) });
    expect(codeOf(end), textOf(end)).toBeTruthy();
    const renewed = await agent.request(authUrl(administration, { fields: { prompt: 'none' } }));
    expect(codeOf(renewed), renewed.headers.get('location') ?? '').toBeTruthy();
  });

  test('lets a signed-in user link their account to one', async () => {
    const client = await clientWith({ fullScopeAllowed: true }, await flowOf(LINK, OTP_IS_2));
    const [agent, email] = [new Agent(), newAddress()];
    const secret = await makeWithOneTimePassword(email);
    const otpPage = await agent.open(await linkFor(email, client));
    await submitConsent(agent, await agent.submit(otpPage, { otp: oneTimePassword(secret) }));
    const fields = { kc_action: `idp_link:${provider.alias}`, login_hint: email };
    const page = await agent.open(authUrl(client, { fields }));
    const action = formActionOf(page);
    const body = new URLSearchParams();
    const there = await agent.request(new URL(action, page.url).href, { method: 'POST', body });
    const back = provider.returnTo(there.headers.get('location') ?? '', { sub: email, email });
    const end = await agent.open(back);
    expect(codeOf(end), textOf(end)).toBeTruthy();
  });
});

describe('other clients', () => {
  test('require nothing more of a user from such a provider', async () => {
    const end = await signInFrom(protectedProvider, await clientWith({}), await linkedUser());
    expect(codeOf(end), textOf(end)).toBeTruthy();
  });

  test.each<[string, FlowPart[]]>([
    ['the link alone', [LINK]],
    ['the link, and a step that is disabled', [LINK, { provider: OTP, requirement: 'DISABLED' }]],
    [
      'one of two steps',
      [
        { provider: 'auth-cookie', requirement: 'ALTERNATIVE' },
        { provider: 'linkgate-email', requirement: 'ALTERNATIVE' },
        { provider: PASSKEY, requirement: 'ALTERNATIVE' },
      ],
    ],
    ['two steps, or an identity provider', [OFFER, TWO_STEPS]],
  ])('let users come from a provider where their flow requires %s', async (_, parts) => {
    const client = await clientWith({}, await flowOf(...parts));
    const end = await signInFrom(provider, client, await linkedUser());
    expect(codeOf(end), textOf(end)).toBeTruthy();
  });

  test.each<[string, FlowPart[]]>([
    ['two steps in a sub-flow', [TWO_STEPS]],
    ['two steps, or a passkey', [{ provider: PASSKEY, requirement: 'ALTERNATIVE' }, TWO_STEPS]],
    ['two steps, and an offer that is disabled', [{ ...OFFER, requirement: 'DISABLED' }, TWO_STEPS]],
  ])('don’t where their flow requires %s', async (_, parts) => {
    const agent = new Agent();
    const client = await clientWith({}, await flowOf(...parts));
    expectRejected(await openProvider(agent, provider, await tabOf(agent, client)));
  });

  test('redirect no user if a client policy chose a flow of two steps', async () => {
    const policy = await chooseFlowByPolicy((await flowOf(LINK, { provider: OTP })).alias);
    undo.push(policy.remove);
    const agent = new Agent();
    const client = await clientWith({ attributes: policy.attributes });
    expectRejected(await openProvider(agent, provider, await tabOf(agent, client)));
  });
});

describe('a level of authentication', () => {
  const essential = JSON.stringify({ id_token: { acr: { essential: true, values: ['2'] } } });

  test.each<[string, Record<string, string>, Fields]>([
    ['the client’s minimum', MINIMUM, {}],
    ['essential to the request', { 'acr.loa.map': '{"2":2}' }, { claims: essential }],
  ])('isn’t gone without that is %s', async (_, attributes, fields) => {
    const client = await clientWith({ attributes }, await flowOf(OFFER, TWO_STEPS));
    const agent = new Agent();
    expectRejected(await openProvider(agent, provider, await tabOf(agent, client, fields)));
  });

  test('that is voluntary leads to a provider', async () => {
    const attributes = { 'default.acr.values': '2', 'acr.loa.map': '{"2":2}' };
    const client = await clientWith({ attributes }, await flowOf(OFFER, TWO_STEPS));
    const end = await signInFrom(provider, client, await linkedUser());
    expect(codeOf(end), textOf(end)).toBeTruthy();
  });
});
