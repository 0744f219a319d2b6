/**
 * Who comes back from an identity provider brings the provider's proof, and no other: not of another user in the same tab, and not of another
 * time (contract, sections 3.5 and 11).
 */

import type IdentityProviderRepresentation from '@keycloak/keycloak-admin-client/lib/defs/identityProviderRepresentation.js';
import { decodeJwt, type JWTPayload } from 'jose';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { openAccountPage, press, serveAccountPage } from '../../support/account-page.ts';
import { accountOf } from '../../support/accounts.ts';
import { admin } from '../../support/admin.ts';
import { Agent, type Page } from '../../support/agent.ts';
import { authUrl, signedIn } from '../../support/authorization.ts';
import { requestOnPage, textOf } from '../../support/check-email-page.ts';
import { emailTo, linkIn, newAddress } from '../../support/email.ts';
import type { Fields } from '../../support/form.ts';
import { formActionOf } from '../../support/form.ts';
import {
  type IdentityProvider,
  makeIdentityProvider,
  oidcProvider,
} from '../../support/identity-provider.ts';
import {
  makeLevelFlow,
  makeWithOneTimePassword,
  promptsForOneTimePassword,
} from '../../support/level-flow.ts';
import { makeClient, type OwnClient } from '../../support/own-client.ts';
import { makeSamlProvider } from '../../support/saml-provider.ts';
import { exchange, submitConsent } from '../../support/sign-in.ts';
import { requestBy, typeAddress } from '../../support/step-pages.ts';
import { claimsAt, LINK, makeStepRealm, openAndConfirm, startSignIn } from '../../support/step-realm.ts';

const { baseUrl, clients } = inject('site');
const WEEK = 604_800;
/** Between a proof and the test's look at the clock; much less than a week. */
const MINUTE = 60;

const undo: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const remove of undo.reverse()) await remove();
});

let client: OwnClient;
beforeAll(async () => {
  client = await makeClient({ consentRequired: false });
  undo.push(client.remove);
});

const now = () => Math.floor(Date.now() / 1000);

/** Adds an OpenID Connect provider whose first sign-ins follow Linkgate's rules. */
async function addProvider(
  config: Record<string, string> = {},
  fields: IdentityProviderRepresentation = {},
  realm?: string,
): Promise<IdentityProvider> {
  const base = oidcProvider('');
  const provider = await makeIdentityProvider(
    {
      ...base,
      firstBrokerLoginFlowAlias: 'linkgate browser',
      ...fields,
      config: { ...base.config, ...config },
    },
    realm,
  );
  undo.push(provider.remove);
  return provider;
}

/** The address of an account that is linked to a provider. */
async function linkedTo({ alias }: Pick<IdentityProvider, 'alias'>): Promise<string> {
  const email = newAddress();
  await signedIn(clients.web, {}, email);
  await (await admin()).users.addToFederatedIdentity({
    realm: 'linkgate',
    id: await accountOf(email),
    federatedIdentityId: alias,
    federatedIdentity: { identityProvider: alias, userId: email, userName: email },
  });
  return email;
}

/** Leaves a page's tab for a provider; returns the URL there. */
async function leave(
  agent: Agent,
  page: Page,
  { alias }: Pick<IdentityProvider, 'alias'>,
  at = baseUrl,
): Promise<string> {
  const action = formActionOf(page);
  const { searchParams } = new URL(action, page.url);
  const there = await agent.request(`${at}/broker/${alias}/login?${searchParams}`);
  return there.headers.get('location') ?? '';
}

/** Comes back as the user with this address, with these claims in the ID token. */
async function comeBack(
  agent: Agent,
  provider: IdentityProvider,
  from: string,
  email: string,
  claims: Record<string, unknown> = {},
): Promise<Page> {
  return await agent.open(provider.returnTo(from, { sub: email, email, idToken: { email, ...claims } }));
}

/** Signs in through a provider; returns the URL there and the page after it. */
async function signInBy(
  provider: IdentityProvider,
  fields: Fields,
  claims: Record<string, unknown>,
): Promise<{ there: URL; page: Page; agent: Agent; email: string }> {
  const [agent, email] = [new Agent(), await linkedTo(provider)];
  const from = await leave(agent, await agent.open(authUrl(client, { fields })), provider);
  return { there: new URL(from), page: await comeBack(agent, provider, from, email, claims), agent, email };
}

/** The ID token of a finished sign-in. */
async function idTokenOf(agent: Agent, page: Page, at = client): Promise<JWTPayload> {
  const end = await submitConsent(agent, page);
  const response = await exchange(end.searchParams.get('code'), at);
  const tokens = (await response.json()) as { id_token?: string };
  expect(response.status, JSON.stringify(tokens)).toBe(200);
  return decodeJwt(tokens.id_token ?? '');
}

/** How many seconds ago the user was authenticated. */
function ageOf({ auth_time: at }: JWTPayload): number {
  return now() - Number(at);
}

function expectTooOld(page: Page): void {
  expect([page.status, page.headers.get('location')], textOf(page)).toEqual([403, null]);
  expect(textOf(page)).toContain('This application requires a new sign-in');
}

describe('auth_time', () => {
  test.each([
    ['of the provider', () => ({ auth_time: now() - WEEK }), WEEK],
    ['that is a text', () => ({ auth_time: String(now() - WEEK) }), WEEK],
    ['in the future', () => ({ auth_time: now() + WEEK }), 0],
    ['in milliseconds', () => ({ auth_time: Date.now() }), 0],
    ['that is no time', () => ({ auth_time: 'yesterday' }), 0],
    ['that is missing', () => ({}), 0],
  ])('%s', async (_, claims, age) => {
    // With Keycloak's own setting, which reads the claim, too.
    for (const passMaxAge of ['false', 'true']) {
      const { agent, page } = await signInBy(await addProvider({ passMaxAge }), {}, claims());
      expect(Math.abs(ageOf(await idTokenOf(agent, page)) - age)).toBeLessThan(MINUTE);
    }
  });

  test.each([-WEEK, WEEK])('of a provider isn’t that of a link in the same tab (%d s)', async (offset) => {
    const provider = await addProvider({ passMaxAge: 'true' }, { trustEmail: false });
    const [agent, email] = [new Agent(), newAddress()];
    const from = await leave(agent, await agent.open(authUrl(client)), provider);
    const page = await comeBack(agent, provider, from, newAddress(), { auth_time: now() + offset });
    expect(textOf(page)).toContain('Confirm your email address');
    const { searchParams } = new URL(page.url);
    const again = await agent.open(`${baseUrl}/login-actions/restart?${searchParams}`);
    await agent.submit(again, { email });
    const token = await idTokenOf(agent, await agent.open(linkIn(await emailTo(email))));
    expect(token.email).toBe(email);
    expect(Math.abs(ageOf(token))).toBeLessThan(MINUTE);
  });

  // Keycloak's own setting records the claim, also in a stock realm.
  test.each([-WEEK, WEEK])(
    'of a provider isn’t that of the step in the same tab there (%d s)',
    async (offset) => {
      const realm = await makeStepRealm({ loginTheme: 'keycloak.v2', emailTheme: 'keycloak' });
      undo.push(realm.remove);
      const fields = { firstBrokerLoginFlowAlias: 'first broker login' };
      const provider = await addProvider({ passMaxAge: 'true' }, fields, realm.name);
      const app = await realm.makeClient([{ provider: LINK, config: { emailContains: 'link-and-code' } }]);
      for (const way of ['link', 'code'] as const) {
        const [agent, user] = [new Agent(), await realm.makeUser()];
        const from = await leave(agent, await startSignIn(realm, app, agent), provider, realm.baseUrl);
        const page = await comeBack(agent, provider, from, newAddress(), { auth_time: now() + offset });
        expect(textOf(page)).toContain('Update Account Information');
        const again = await agent.open(
          `${realm.baseUrl}/login-actions/restart?${new URL(page.url).searchParams}`,
        );
        const sent = await requestBy(agent, user, async () => typeAddress(agent, again, user));
        const end =
          way === 'link'
            ? await openAndConfirm(sent.link, agent)
            : await agent.submit(sent.page, { code: sent.code });
        expect(Math.abs(ageOf(await claimsAt(realm, app, end))), way).toBeLessThan(MINUTE);
      }
    },
  );

  test('of a provider whose address a link has proven is the link’s', async () => {
    const provider = await addProvider({}, { trustEmail: false });
    const [agent, email] = [new Agent(), newAddress()];
    const from = await leave(agent, await agent.open(authUrl(client)), provider);
    const page = await comeBack(agent, provider, from, email, { auth_time: now() - WEEK });
    await agent.submit(page, { action: 'send' });
    const done = await openAndConfirm(linkIn(await emailTo(email)), agent);
    expect(Math.abs(ageOf(await idTokenOf(agent, done)))).toBeLessThan(MINUTE);
  });
});

describe('a request that requires a recent authentication', () => {
  test.each<[string, Fields]>([
    ['max_age', { max_age: '60' }],
    ['prompt=login', { prompt: 'login' }],
    ['max_age=0', { max_age: '0' }],
    ['both', { max_age: '9999999', prompt: 'login' }],
  ])('by %s is passed to the provider, and not satisfied by an older one', async (_, fields) => {
    const provider = await addProvider();
    const { there, page, agent, email } = await signInBy(provider, fields, { auth_time: now() - WEEK });
    expect([there.searchParams.get('max_age'), there.searchParams.get('prompt')]).toEqual([
      fields.max_age ?? null,
      fields.prompt ?? (fields.max_age === '0' ? 'login' : null),
    ]);
    expectTooOld(page);
    // The tab is where it was, and nobody is signed in.
    const silent = await agent.request(authUrl(client, { fields: { prompt: 'none' } }));
    expect(silent.headers.get('location')).toContain('error=login_required');
    const from = await leave(agent, await agent.open(authUrl(client, { fields })), provider);
    const recent = await comeBack(agent, provider, from, email, { auth_time: now() });
    expect(ageOf(await idTokenOf(agent, recent))).toBeLessThan(MINUTE);
  });

  test('is satisfied by a provider that doesn’t tell when', async () => {
    const { page, agent } = await signInBy(await addProvider(), { max_age: '60' }, {});
    expect(ageOf(await idTokenOf(agent, page))).toBeLessThan(MINUTE);
  });
});

describe('AuthnInstant of a SAML provider', () => {
  const lastWeek = () => new Date(Date.now() - WEEK * 1000);

  test.each<[string, Fields, boolean]>([
    ['becomes auth_time', {}, true],
    ['doesn’t satisfy max_age', { max_age: '60' }, false],
    ['doesn’t satisfy prompt=login, of which the provider is told', { prompt: 'login' }, false],
  ])('%s', async (_, fields, isSignedIn) => {
    const provider = await makeSamlProvider();
    undo.push(provider.remove);
    const [agent, email] = [new Agent(), await linkedTo(provider)];
    const from = await leave(agent, await agent.open(authUrl(client, { fields })), provider);
    const page = await provider.comeBack(agent, from, email, lastWeek());
    if (!isSignedIn) expectTooOld(page);
    else expect(Math.abs(ageOf(await idTokenOf(agent, page)) - WEEK)).toBeLessThan(MINUTE);
  });
});

test('a user who comes back from a provider has no proof of another one in the same tab', async () => {
  undo.push(await serveAccountPage());
  const flow = await makeLevelFlow([{ provider: 'linkgate-email' }, { provider: 'auth-otp-form' }]);
  const after = await makeLevelFlow([{ provider: 'allow-access-authenticator' }]);
  undo.push(flow.remove, after.remove);
  const provider = await addProvider({}, { postBrokerLoginFlowAlias: after.alias });
  const methods = { 'id.token.claim': 'true', 'access.token.claim': 'true' };
  const stepped = await makeClient({
    consentRequired: false,
    authenticationFlowBindingOverrides: { browser: flow.id },
    protocolMappers: [
      { name: 'amr', protocol: 'openid-connect', protocolMapper: 'oidc-amr-mapper', config: methods },
    ],
  });
  undo.push(stepped.remove);
  const [agent, own, other] = [new Agent(), newAddress(), await linkedTo(provider)];
  await makeWithOneTimePassword(own);
  await requestOnPage(agent, own, stepped);
  const waiting = await agent.open(linkIn(await emailTo(own)));
  expect(promptsForOneTimePassword(waiting), textOf(waiting)).toBe(true);
  const from = await leave(agent, waiting, provider);
  const token = await idTokenOf(agent, await comeBack(agent, provider, from, other), stepped);
  expect([token.email, token.amr ?? []]).toEqual([other, []]);
  // No link to this user's address was used: the page asks for one.
  const changed = await press(agent, await openAccountPage(agent), 'change-address', { email: newAddress() });
  expect(textOf(changed)).not.toContain('We sent a link to both addresses');
});
