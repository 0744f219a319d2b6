/** Identity providers beside the link (contract, section 11): their buttons, and what the first sign-in through one does. */

import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { accountOf, setUnverifiedEmail } from '../support/accounts.ts';
import { admin } from '../support/admin.ts';
import { Agent, type Page } from '../support/agent.ts';
import { authUrl, signedIn } from '../support/authorization.ts';
import { codeIn, textOf } from '../support/check-email-page.ts';
import { emailsTo, emailTo, linkIn, newAddress } from '../support/email.ts';
import { eventsSince, registrationsSince, storeEvents } from '../support/events.ts';
import { formActionOf } from '../support/form.ts';
import { makeIdentityProvider, sentToSignIn } from '../support/identity-provider.ts';
import { makeLevelFlow, OTP_IS_2 } from '../support/level-flow.ts';
import { makeClient, type OwnClient } from '../support/own-client.ts';
import {
  buttonOf,
  makeProviderRealm,
  PROVIDER_NAME,
  type ProviderRealm,
  type ProviderUser,
} from '../support/provider-realm.ts';
import { newReferral, usesOf } from '../support/referrals.ts';
import { follow, linkFor, submitConsent } from '../support/sign-in.ts';
import type { SiteClient } from '../support/site.ts';
import { openAndConfirm } from '../support/step-realm.ts';

const { clients, betaUrl } = inject('site');
const { web, betaWeb } = clients;
const BETA = 'linkgate-beta';

let provider: ProviderRealm;
let beta: ProviderRealm;
beforeAll(async () => {
  provider = await makeProviderRealm();
  beta = await makeProviderRealm(BETA);
});
const undo: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const back of undo) await back();
  await provider.remove();
  await beta.remove();
});

async function newUser(
  isVerified: boolean,
  { by = provider, email = newAddress() }: { by?: ProviderRealm; email?: string } = {},
): Promise<ProviderUser> {
  const user = { email, isVerified };
  await by.makeUser(user);
  return user;
}

/** Comes back from the provider as a user; returns the next page. */
async function comeBack(
  user: ProviderUser,
  {
    agent = new Agent(),
    by = provider,
    client = web,
    at,
  }: { agent?: Agent; by?: ProviderRealm; client?: SiteClient; at?: string } = {},
): Promise<Page> {
  const page = await agent.open(authUrl(client, at === undefined ? {} : { at: `${at}/auth` }));
  return await agent.open(await by.signIn(await by.leave(agent, page), user));
}

/** The account of an address, and the providers that it is linked to. */
async function stored(email: string, realm = 'linkgate') {
  const { users } = await admin();
  const [account] = await users.find({ realm, email, exact: true });
  if (account?.id === undefined) return null;
  const links = await users.listFederatedIdentities({ realm, id: account.id });
  const { id, emailVerified, firstName } = account;
  return { id, emailVerified, firstName, links: links.map(({ identityProvider }) => identityProvider) };
}

async function expectSignedIn(agent: Agent, page: Page): Promise<void> {
  const end = await submitConsent(agent, page);
  expect(end.searchParams.get('code'), end.href).toBeTruthy();
}

function expectConfirmation(page: Page, email: string): void {
  expect([page.status, textOf(page)]).toEqual([200, expect.stringContaining('Confirm your email address')]);
  expect(textOf(page)).toContain(email);
}

describe('the sign-in page', () => {
  test('offers a provider, by its name', async () => {
    const page = await new Agent().open(authUrl(web));
    expect(buttonOf(page, provider.alias)).toContain(`/broker/${provider.alias}/login`);
    expect(textOf(page)).toContain(`Continue with ${PROVIDER_NAME}`);
  });

  test.each([
    ['is hidden on the login page', { hideOnLogin: true }, { hideOnLogin: false }],
    ['is disabled', { enabled: false }, { enabled: true }],
    ['only links accounts', { linkOnly: true }, { linkOnly: false }],
    [
      'has Keycloak’s first login flow',
      { firstBrokerLoginFlowAlias: 'first broker login' },
      { firstBrokerLoginFlowAlias: 'linkgate browser' },
    ],
  ])('offers none that %s', async (_, fields, restored) => {
    await provider.update(fields);
    const page = await new Agent().open(authUrl(web));
    await provider.update(restored);
    expect(page.text).not.toContain('social-providers');
    expect(page.text).toContain('name="email"');
  });

  test('offers none to a client that requires a second step, unless the provider has it', async () => {
    const flow = await makeLevelFlow([{ provider: 'linkgate-email' }, OTP_IS_2]);
    const client = await makeClient({ authenticationFlowBindingOverrides: { browser: flow.id } });
    const plain = await new Agent().open(authUrl(client));
    await provider.update({ postBrokerLoginFlowAlias: flow.alias });
    const withStep = await new Agent().open(authUrl(client));
    await provider.update({ postBrokerLoginFlowAlias: '' });
    await client.remove();
    await flow.remove();
    expect([buttonOf(plain, provider.alias), buttonOf(withStep, provider.alias) === null]).toEqual([
      null,
      false,
    ]);
  });

  test('offers a signed-in user the provider that the account is linked to, and no other', async () => {
    const [agent, user] = [new Agent(), await newUser(true)];
    await expectSignedIn(agent, await comeBack(user, { agent }));
    const own = await agent.open(authUrl(web));
    expect([own.text.includes('name="account"'), buttonOf(own, provider.alias) === null]).toEqual([
      true,
      false,
    ]);
    const other = await signedIn(web);
    expect(buttonOf(await other.open(authUrl(web)), provider.alias)).toBeNull();
  });
});

describe('a verified address', () => {
  test('without an account gets one, with the provider’s names', async () => {
    const [agent, user] = [new Agent(), await newUser(true)];
    await expectSignedIn(agent, await comeBack(user, { agent }));
    expect(await stored(user.email)).toMatchObject({
      emailVerified: true,
      firstName: 'Ada',
      links: [provider.alias],
    });
    expect(await emailsTo(user.email)).toEqual([]);
  });

  test('signs in to its account without an email, then and later', async () => {
    const [agent, user] = [new Agent(), await newUser(true)];
    await signedIn(web, {}, user.email);
    const id = await accountOf(user.email);
    const first = await comeBack(user, { agent });
    expect(new URL(first.headers.get('location') ?? first.url).searchParams.get('code')).toBeTruthy();
    expect(await stored(user.email)).toMatchObject({ id, emailVerified: true, links: [provider.alias] });
    const later = await comeBack(user);
    expect(later.headers.get('location')).toContain('code=');
  });

  test('claims an account that was never proven: its password and sessions end', async () => {
    const [agent, user] = [new Agent(), await newUser(true)];
    const before = newAddress('stranger');
    const stranger = await signedIn(web, {}, before);
    const id = await accountOf(before);
    await setUnverifiedEmail(id, user.email);
    const { users } = await admin();
    await users.resetPassword({ realm: 'linkgate', id, credential: { type: 'password', value: 'stranger' } });
    await expectSignedIn(agent, await comeBack(user, { agent }));
    expect(await stored(user.email)).toMatchObject({ id, emailVerified: true, links: [provider.alias] });
    expect(await users.getCredentials({ realm: 'linkgate', id })).toEqual([]);
    const renewed = await stranger.request(authUrl(web, { fields: { prompt: 'none' } }));
    expect(renewed.headers.get('location')).toContain('error=login_required');
  });

  test('of a disabled account signs nobody in', async () => {
    const user = await newUser(true);
    await signedIn(web, {}, user.email);
    const id = await accountOf(user.email);
    await (await admin()).users.update({ realm: 'linkgate', id }, { enabled: false });
    const page = await comeBack(user);
    expect([page.status, textOf(page)]).toEqual([400, expect.stringContaining('disabled')]);
    expect(await stored(user.email)).toMatchObject({ links: [] });
  });

  test('of an administrator has to be proven by a link', async () => {
    const [agent, user] = [new Agent(), await newUser(true)];
    await signedIn(web, {}, user.email);
    const id = await accountOf(user.email);
    const { users, clients: api } = await admin();
    const [management] = await api.find({ realm: 'linkgate', clientId: 'realm-management' });
    const role = await api.findRole({ realm: 'linkgate', id: management?.id ?? '', roleName: 'view-users' });
    await users.addClientRoleMappings({
      realm: 'linkgate',
      id,
      clientUniqueId: management?.id ?? '',
      roles: [{ id: role?.id ?? '', name: role?.name ?? '' }],
    });
    const page = await comeBack(user, { agent });
    expectConfirmation(page, user.email);
    expect(await stored(user.email)).toMatchObject({ links: [] });
    await agent.submit(page, { action: 'send' });
    const end = await openAndConfirm(linkIn(await emailTo(user.email, 2)), agent);
    expect(end.headers.get('location'), textOf(end)).toContain('code=');
    expect(await stored(user.email)).toMatchObject({ id, links: [provider.alias] });
  });
});

describe.each([
  ['that the provider hasn’t verified', true, false],
  ['of a provider that isn’t trusted', false, true],
])('an address %s', (_, trustEmail, isVerified) => {
  beforeAll(async () => {
    await provider.update({ trustEmail });
  });
  afterAll(async () => {
    await provider.update({ trustEmail: true });
  });

  test('gets an account only by a link, in the same browser', async () => {
    const [agent, user] = [new Agent(), await newUser(isVerified)];
    const page = await comeBack(user, { agent });
    expectConfirmation(page, user.email);
    const waiting = await agent.submit(page, { action: 'send' });
    expect(textOf(waiting)).toContain('We sent a sign-in link to');
    expect(await stored(user.email)).toBeNull();
    const link = linkIn(await emailTo(user.email));
    const elsewhere = await new Agent().open(link);
    expect([elsewhere.status, textOf(elsewhere)]).toEqual([
      403,
      expect.stringContaining('where you started'),
    ]);
    expect(await stored(user.email)).toBeNull();
    await expectSignedIn(agent, await openAndConfirm(link, agent));
    expect(await stored(user.email)).toMatchObject({ emailVerified: true, links: [provider.alias] });
  });

  test('signs in to no account, and links none, before its owner has used a link', async () => {
    const [agent, user] = [new Agent(), await newUser(isVerified)];
    await signedIn(web, {}, user.email);
    const id = await accountOf(user.email);
    const page = await comeBack(user, { agent });
    expectConfirmation(page, user.email);
    await agent.submit(page, { action: 'send' });
    expect(await stored(user.email)).toMatchObject({ links: [] });
    const email = await emailTo(user.email, 2);
    expect(codeIn(email)).toBeNull();
    const end = await openAndConfirm(linkIn(email), agent);
    expect(end.headers.get('location'), textOf(end)).toContain('code=');
    expect(await stored(user.email)).toMatchObject({ id, links: [provider.alias] });
  });

  test('leaves the name of an account that was created after the link was requested', async () => {
    const [agent, user] = [new Agent(), await newUser(isVerified)];
    await agent.submit(await comeBack(user, { agent }), { action: 'send' });
    const link = linkIn(await emailTo(user.email));
    const own = { username: user.email, email: user.email, emailVerified: true, firstName: 'Own' };
    await (await admin()).users.create({ realm: 'linkgate', enabled: true, ...own });
    await expectSignedIn(agent, await openAndConfirm(link, agent));
    expect(await stored(user.email)).toMatchObject({ firstName: 'Own', links: [provider.alias] });
  });

  test('claims an unproven account only by the link', async () => {
    const [agent, user] = [new Agent(), await newUser(isVerified)];
    const before = newAddress('stranger');
    await signedIn(web, {}, before);
    const id = await accountOf(before);
    await setUnverifiedEmail(id, user.email);
    await agent.submit(await comeBack(user, { agent }), { action: 'send' });
    expect(await stored(user.email)).toMatchObject({ id, emailVerified: false, links: [] });
    await expectSignedIn(agent, await openAndConfirm(linkIn(await emailTo(user.email)), agent));
    expect(await stored(user.email)).toMatchObject({ id, emailVerified: true, links: [provider.alias] });
  });

  test('of a disabled account gets no email', async () => {
    const [agent, user] = [new Agent(), await newUser(isVerified)];
    await signedIn(web, {}, user.email);
    const id = await accountOf(user.email);
    await (await admin()).users.update({ realm: 'linkgate', id }, { enabled: false });
    const waiting = await agent.submit(await comeBack(user, { agent }), { action: 'send' });
    expect(textOf(waiting)).toContain('We sent a sign-in link to');
    expect(await emailsTo(user.email)).toHaveLength(1);
  });
});

test('a provider without addresses leads to one that the user types, and proves by a link', async () => {
  const other = await makeIdentityProvider({
    trustEmail: true,
    firstBrokerLoginFlowAlias: 'linkgate browser',
  });
  const [agent, email] = [new Agent(), newAddress()];
  const back = other.returnTo(await sentToSignIn(agent, other), { sub: email, email: '' });
  const page = await agent.open(back);
  expect(textOf(page)).toContain('did not share your email address');
  const again = await agent.submit(page, { email: 'no address', action: 'send' });
  expect(textOf(again)).toContain('Enter a valid email address');
  await agent.submit(again, { email, action: 'send' });
  await expectSignedIn(agent, await openAndConfirm(linkIn(await emailTo(email)), agent));
  expect(await stored(email)).toMatchObject({ emailVerified: true, links: [other.alias] });
  await other.remove();
});

describe('while sign-up is closed', () => {
  const at = betaUrl;

  test('a verified address without an account needs a referral code', async () => {
    const [agent, user] = [new Agent(), await newUser(true, { by: beta })];
    const referral = await newReferral({ max_uses: 1 });
    undo.push(await storeEvents(BETA));
    const since = Date.now();
    const page = await comeBack(user, { agent, by: beta, client: betaWeb, at });
    expect([page.status, textOf(page)]).toEqual([200, expect.stringContaining('There is no account for')]);
    const wrong = await agent.submit(page, { referral_code: 'WRONG-CODE', action: 'sign-up' });
    expect(textOf(wrong)).toContain('We don’t know this referral code');
    expect(await stored(user.email, BETA)).toBeNull();
    await expectSignedIn(
      agent,
      await agent.submit(wrong, { referral_code: referral.code, action: 'sign-up' }),
    );
    expect(await stored(user.email, BETA)).toMatchObject({ emailVerified: true, links: [beta.alias] });
    expect(await usesOf(referral.id)).toBe(1);
    // One account, one event of Linkgate's and one of Keycloak's type: its own.
    expect(await registrationsSince(BETA, since)).toEqual([
      ['IDENTITY_PROVIDER_FIRST_LOGIN', 'provider'],
      ['REGISTER', null],
    ]);
    expect(await eventsSince(BETA, since, 'referral_redeemed')).toHaveLength(1);
    const other = await newUser(true, { by: beta });
    const again = await comeBack(other, { agent: new Agent(), by: beta, client: betaWeb, at });
    expect(await stored(other.email, BETA), textOf(again)).toBeNull();
  });

  test('a referral link’s code is there after the provider', async () => {
    const [agent, user] = [new Agent(), await newUser(true, { by: beta })];
    const referral = await newReferral({ max_uses: 1 });
    const fields = { referral_code: referral.code };
    const page = await agent.open(authUrl(betaWeb, { at: `${at}/auth`, fields }));
    const form = await agent.open(await beta.signIn(await beta.leave(agent, page), user));
    expect(form.text).toContain(`value="${referral.code}"`);
  });

  test('an unverified address needs both, the code and the link', async () => {
    const [agent, user] = [new Agent(), await newUser(false, { by: beta })];
    const referral = await newReferral({ max_uses: 1 });
    const page = await comeBack(user, { agent, by: beta, client: betaWeb, at });
    const rejected = await agent.submit(page, { referral_code: '', action: 'send' });
    expect(textOf(rejected)).toContain(`There is no account for \u2068${user.email}\u2069`);
    expect(await emailsTo(user.email)).toEqual([]);
    await agent.submit(rejected, { referral_code: referral.code, action: 'send' });
    await expectSignedIn(agent, await openAndConfirm(linkIn(await emailTo(user.email)), agent));
    expect(await stored(user.email, BETA)).toMatchObject({ emailVerified: true, links: [beta.alias] });
    expect(await usesOf(referral.id)).toBe(1);
  });

  test('an existing account needs no code', async () => {
    const [agent, user] = [new Agent(), await newUser(true, { by: beta })];
    await (await admin()).users.create({
      realm: BETA,
      username: user.email,
      email: user.email,
      emailVerified: true,
      enabled: true,
    });
    await expectSignedIn(agent, await comeBack(user, { agent, by: beta, client: betaWeb, at }));
    expect(await stored(user.email, BETA)).toMatchObject({ links: [beta.alias] });
  });

  test('Keycloak’s own first login flow creates no account', async () => {
    const [agent, user] = [new Agent(), await newUser(true, { by: beta })];
    const page = await agent.open(authUrl(betaWeb, { at: `${at}/auth` }));
    const sentTo = await beta.leave(agent, page);
    await beta.update({ firstBrokerLoginFlowAlias: 'first broker login' });
    const end = await agent.open(await beta.signIn(sentTo, user));
    await beta.update({ firstBrokerLoginFlowAlias: 'linkgate browser' });
    expect(end.status, textOf(end)).toBe(403);
    expect(await stored(user.email, BETA)).toBeNull();
  });
});

describe('a sign-in that doesn’t come back as a user', () => {
  let client: OwnClient;
  beforeAll(async () => {
    client = await makeClient();
  });
  afterAll(async () => {
    await client.remove();
  });

  test.each(['access_denied', 'server_error'])(
    'shows the page again after %s, and a link works',
    async (error) => {
      const [agent, email] = [new Agent(), newAddress()];
      const sentTo = await provider.leave(agent, await agent.open(authUrl(client)));
      const { searchParams } = new URL(sentTo);
      const back = new URL(searchParams.get('redirect_uri') ?? '');
      back.search = String(new URLSearchParams({ error, state: searchParams.get('state') ?? '' }));
      const page = await agent.open(back.href);
      expect(page.text).toContain('lg-alert-error');
      expect(buttonOf(page, provider.alias)).not.toBeNull();
      await agent.submit(page, { email });
      const end = await follow(linkIn(await emailTo(email)), agent);
      expect(end.searchParams.get('code')).toBeTruthy();
    },
  );

  test('continues by a link after going back', async () => {
    const [agent, email] = [new Agent(), newAddress()];
    const page = await agent.open(authUrl(client));
    await provider.leave(agent, page);
    const action = new URL(formActionOf(page));
    action.searchParams.delete('session_code');
    const again = await agent.open(action.href);
    expect(buttonOf(again, provider.alias)).not.toBeNull();
    await agent.submit(again, { email });
    const end = await follow(linkIn(await emailTo(email)), agent);
    expect(end.searchParams.get('code')).toBeTruthy();
  });

  test('can be cancelled, or done another way, on the page that follows', async () => {
    const [agent, user] = [new Agent(), await newUser(false)];
    const page = await comeBack(user, { agent, client });
    const restart = /id="linkgate-other-way" href="([^"]+)"/.exec(page.text)?.[1]?.replaceAll('&amp;', '&');
    const first = await agent.open(new URL(restart ?? '', page.url).href);
    expect(first.text).toContain('name="email"');
    const second = new Agent();
    const other = await comeBack(user, { agent: second, client });
    const end = await second.submit(other, { cancel: 'true' });
    expect(end.headers.get('location')).toContain('error=access_denied');
    expect(await stored(user.email)).toBeNull();
  });
});

test('a link that was requested on the sign-in page links no provider', async () => {
  const user = await newUser(true);
  await follow(await linkFor(user.email, web));
  expect(await stored(user.email)).toMatchObject({ emailVerified: true, links: [] });
});
