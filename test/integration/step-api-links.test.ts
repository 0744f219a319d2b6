/** Links that backends request in a stock realm with the step (contract, section 4.14): the client's own flow finishes them. */

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { admin } from '../support/admin.ts';
import { callAdminApi, requestAdmin } from '../support/admin-api.ts';
import { Agent } from '../support/agent.ts';
import { assignRoles, type Backend, type CreatedLink, makeBackend } from '../support/backend-links.ts';
import { textOf } from '../support/check-email-page.ts';
import { emailsTo, emailTo, linkIn, newAddress } from '../support/email.ts';
import type { Part } from '../support/flows.ts';
import { oneTimePassword, otpCredential } from '../support/level-flow.ts';
import type { SiteClient } from '../support/site.ts';
import {
  type OpenLink,
  type Rejection,
  requestStepLink,
  stepLink,
  WITH_BACKEND_LINKS,
} from '../support/step-links.ts';
import { typePassword } from '../support/step-pages.ts';
import {
  claimsAt,
  LINK,
  makeStepRealm,
  openAndConfirm,
  type StepRealm,
  type StepUser,
  signedInAs,
  startSignIn,
} from '../support/step-realm.ts';

const OPEN: Part = { provider: LINK, config: { signUp: 'open' } };
const STEP: Part = { provider: LINK };
const STEP_OR: Part = { ...STEP, requirement: 'ALTERNATIVE' };
const COOKIE: Part = { provider: 'auth-cookie', requirement: 'ALTERNATIVE' };
const PASSWORD = 'auth-username-password-form';
const HOME = 'http://localhost:9/home';
const START = 'http://localhost:9/start';

let realm: StepRealm;
let client: SiteClient;
let user: StepUser;
beforeAll(async () => {
  const { authenticationManagement } = await admin();
  realm = await makeStepRealm(
    { loginTheme: 'keycloak.v2', emailTheme: 'base' },
    { attributes: WITH_BACKEND_LINKS, registrationAllowed: true },
  );
  const terms = { realm: realm.name, alias: 'TERMS_AND_CONDITIONS' };
  const action = await authenticationManagement.getRequiredActionForAlias(terms);
  await authenticationManagement.updateRequiredAction(terms, { ...action, enabled: true });
  const complete = { realm: realm.name, alias: 'VERIFY_PROFILE' };
  const asked = await authenticationManagement.getRequiredActionForAlias(complete);
  await authenticationManagement.updateRequiredAction(complete, { ...asked, enabled: false });
  client = await realm.makeClient([COOKIE, { provider: PASSWORD, requirement: 'ALTERNATIVE' }, STEP_OR]);
  user = await realm.makeUser();
});
afterAll(async () => await realm?.remove());

const level = (number: number, parts: readonly Part[]): Part => ({
  requirement: 'CONDITIONAL',
  parts: [
    {
      provider: 'conditional-level-of-authentication',
      config: { 'loa-condition-level': String(number), 'loa-max-age': '36000' },
    },
    ...parts,
  ],
});

describe.each(['email', 'return'])('a link with delivery %s', (delivery) => {
  const linkOf = async (to: SiteClient, fields: Record<string, unknown> = {}, one = user) =>
    await stepLink(
      realm,
      to,
      { email: one.email, delivery, ...fields },
      delivery === 'email' ? one.email : undefined,
    );

  test('signs in once, after its page’s button only', async () => {
    const link = await linkOf(client, { state: 'abc', nonce: 'n1', scope: 'openid email' });
    const agent = new Agent();
    const page = await agent.open(link);
    expect([page.status, textOf(page)]).toEqual([200, expect.stringContaining(user.email)]);
    const end = await openAndConfirm(link, agent);
    expect(end.headers.get('location')).toContain('state=abc');
    expect(await claimsAt(realm, client, end)).toMatchObject({
      sub: user.id,
      nonce: 'n1',
      email: user.email,
    });
    expect((await new Agent().open(link)).status).toBe(401);
  });

  test.each([
    ['username', () => user.username],
    ['user_id', () => user.id],
  ])('is for the user by %s', async (field, value) => {
    const link = await linkOf(client, { email: undefined, [field]: value() });
    expect(await signedInAs(realm, client, await openAndConfirm(link))).toBe(user.id);
  });

  test('doesn’t replace a password before the step, nor a one-time password after it', async () => {
    const secret = 'a secret of the tests';
    const strict = await realm.makeClient([{ provider: PASSWORD }, STEP, { provider: 'auth-otp-form' }]);
    const one = await realm.makeUser({
      credentials: [{ type: 'password', value: 'Correct horse 1', temporary: false }, otpCredential(secret)],
    });
    const agent = new Agent();
    const asked = await openAndConfirm(await linkOf(strict, {}, one), agent);
    expect(asked.text).toContain('name="password"');
    const otp = await typePassword(agent, asked, one);
    expect(otp.text).toContain('name="otp"');
    const end = await agent.submit(otp, { otp: oneTimePassword(secret) });
    expect(await signedInAs(realm, strict, end)).toBe(one.id);
  });

  test('reaches the level that acr_values request', async () => {
    const secret = 'a secret of the tests';
    const stepped = await realm.makeClient([level(1, [STEP]), level(2, [{ provider: 'auth-otp-form' }])]);
    const one = await realm.makeUser({ credentials: [otpCredential(secret)] });
    const first = await openAndConfirm(await linkOf(stepped, {}, one));
    expect(await claimsAt(realm, stepped, first)).toMatchObject({ sub: one.id, acr: '1' });
    const agent = new Agent();
    const asked = await openAndConfirm(await linkOf(stepped, { acr_values: '2' }, one), agent);
    const end = await agent.submit(asked, { otp: oneTimePassword(secret) });
    expect(await claimsAt(realm, stepped, end)).toMatchObject({ sub: one.id, acr: '2' });
  });

  test('leaves conditions to the flow: whom the step isn’t for is asked for what is', async () => {
    const role = (negate: boolean): Part => ({
      provider: 'conditional-user-role',
      config: { condUserRole: 'staff', negate: String(negate) },
    });
    const conditional = await realm.makeClient([
      { provider: 'auth-username-form' },
      { requirement: 'CONDITIONAL', parts: [role(false), STEP] },
      { requirement: 'CONDITIONAL', parts: [role(true), { provider: 'auth-password-form' }] },
    ]);
    const staff = await realm.makeUser();
    await realm.giveRole(staff, 'staff');
    for (const one of [staff, user]) {
      const agent = new Agent();
      const named = await openAndConfirm(await linkOf(conditional, {}, one), agent);
      const next = await agent.submit(named, { username: one.username });
      if (one === staff) expect(await signedInAs(realm, conditional, next)).toBe(staff.id);
      else expect(next.text).toContain('name="password"');
    }
  });

  test('asks for consent and required actions', async () => {
    const consenting = await realm.makeClient([STEP], { consentRequired: true });
    const one = await realm.makeUser({ requiredActions: ['TERMS_AND_CONDITIONS'] });
    const agent = new Agent();
    const terms = await openAndConfirm(await linkOf(consenting, {}, one), agent);
    expect(textOf(terms)).toContain('Terms and Conditions');
    const consent = await agent.submit(terms, { accept: 'Accept' });
    const end = await agent.submit(consent, { accept: 'yes' });
    expect(await signedInAs(realm, consenting, end)).toBe(one.id);
  });

  test('names another user who is signed in, and signs them out by the button only', async () => {
    const other = await realm.makeUser();
    const agent = new Agent();
    const otherLink = await linkOf(client, {}, other);
    expect(await signedInAs(realm, client, await openAndConfirm(otherLink, agent))).toBe(other.id);
    const page = await agent.open(await linkOf(client));
    expect(textOf(page)).toContain(other.email);
    expect(textOf(page)).toContain(user.email);
    const still = await startSignIn(realm, client, agent);
    expect(await signedInAs(realm, client, still)).toBe(other.id);
  });

  test.each([
    ['home URL', { baseUrl: HOME }, HOME],
    [
      'initiate login URI',
      { attributes: { 'linkgate.initiate-login-uri': START } },
      (hint: string) =>
        `${START}?iss=${encodeURIComponent(realm.baseUrl)}&login_hint=${encodeURIComponent(hint)}`,
    ],
  ])('without a redirect URI ends at the client’s %s, with a session and no code', async (_, fields, url) => {
    const own = await realm.makeClient([COOKIE, STEP_OR], fields);
    const agent = new Agent();
    const end = await openAndConfirm(await linkOf(own, { redirect_uri: undefined }), agent);
    const expected = typeof url === 'string' ? url : url(user.email);
    expect([end.status, end.headers.get('location')]).toEqual([303, expected]);
    expect(await signedInAs(realm, own, await startSignIn(realm, own, agent))).toBe(user.id);
  });

  test('of a public client without a challenge ends at its initiate login URI', async () => {
    const fields = { publicClient: true, attributes: { 'linkgate.initiate-login-uri': START } };
    const own = await realm.makeClient([COOKIE, STEP_OR], fields);
    const end = await openAndConfirm(await linkOf(own));
    expect(end.headers.get('location')).toMatch(/^http:\/\/localhost:9\/start\?iss=/);
  });

  test('creates an account with required actions, if the step’s sign-up is open', async () => {
    const open = await realm.makeClient([OPEN]);
    const email = newAddress();
    const fields = { email, create: true, required_actions: ['UPDATE_PROFILE'] };
    const link = await linkOf(open, fields, { ...user, email });
    expect(await (await admin()).users.find({ realm: realm.name, email })).toEqual([]);
    const page = await openAndConfirm(link);
    expect(page.text).toContain('name="lastName"');
    const [made] = await (await admin()).users.find({ realm: realm.name, email });
    expect(made?.emailVerified).toBe(delivery === 'email');
  });
});

describe('a request that can’t be granted', () => {
  const rejected = async (fields: Record<string, unknown>, to = client) => {
    const { status, json } = await requestStepLink(realm, to, { user_id: user.id, ...fields });
    return [status, ...(json.details ?? []).map(({ field, id }) => `${field} ${id}`)];
  };

  test.each<[string, Record<string, unknown>, string]>([
    ['a field that doesn’t exist', { expires: 60 }, 'expires choice'],
    ['no user', { user_id: undefined }, 'email required'],
    ['two users', { email: 'a@example.com' }, 'user_id required'],
    ['an unknown user', { user_id: 'nobody' }, 'user_id not-found'],
    ['an unknown address', { user_id: undefined, email: 'nobody@example.com' }, 'email not-found'],
    ['no address', { user_id: undefined, email: 'nobody' }, 'email no-address'],
    ['an unknown client', { client_id: 'nobody' }, 'client_id no-client'],
    ['another client’s redirect URI', { redirect_uri: 'https://evil.example/' }, 'redirect_uri request'],
    [
      'no redirect URI of a client without a home',
      { redirect_uri: undefined },
      'redirect_uri client-without-home',
    ],
    ['a scope that doesn’t exist', { scope: 'openid nothing' }, 'scope client-policy'],
    ['a challenge that isn’t one', { code_challenge: 'short' }, 'code_challenge request'],
    ['a level that the flow doesn’t reach', { acr_values: '3' }, 'acr_values request'],
    ['a level that doesn’t exist', { acr_values: 'gold' }, 'acr_values request'],
    ['a lifetime of 0', { lifetime: 0 }, 'lifetime whole-number'],
    ['a lifetime of 31 days', { lifetime: 31 * 86_400 }, 'lifetime whole-number'],
    ['a lifetime of two days without the role', { lifetime: 2 * 86_400 }, 'lifetime request'],
    ['an unknown delivery', { delivery: 'post' }, 'delivery choice'],
    ['an unknown action', { create: true, required_actions: ['nothing'] }, 'required_actions choice'],
    ['actions without create', { required_actions: ['UPDATE_PROFILE'] }, 'required_actions request'],
    ['a line break', { state: 'a\nb' }, 'state plain-line'],
    ['a number for a text', { state: 1 }, 'state wrong-type'],
  ])('%s', async (_, fields, expected) => {
    expect(await rejected(fields)).toEqual([400, expected]);
  });

  test('a disabled user, one without an address by email, an unverified one, a service account', async () => {
    const disabled = await realm.makeUser({ enabled: false });
    expect(await rejected({ user_id: disabled.id })).toEqual([400, 'user_id account-unusable']);
    const { id } = await realm.makeUser({ email: '' });
    expect(await rejected({ user_id: id, delivery: 'email' })).toEqual([400, 'user_id account-unusable']);
    const unverified = await realm.makeUser({ emailVerified: false });
    expect(await rejected({ user_id: unverified.id, delivery: 'email' })).toEqual([
      400,
      'user_id account-unusable',
    ]);
  });

  test('a client without the step', async () => {
    const without = await realm.makeClient([{ provider: PASSWORD }]);
    expect(await rejected({}, without)).toEqual([400, 'client_id client-without-step']);
  });

  test('a public client without a challenge and a start', async () => {
    const own = await realm.makeClient([STEP], { publicClient: true });
    expect(await rejected({}, own)).toEqual([400, 'code_challenge required']);
  });

  test('where emails contain only a code, unless it is returned', async () => {
    const own = await realm.makeClient([{ provider: LINK, config: { emailContains: 'code' } }]);
    const sent = await requestStepLink(realm, own, { user_id: user.id, delivery: 'email' });
    expect([sent.status, sent.json.id]).toEqual([409, 'email-without-link']);
    expect((await requestStepLink(realm, own, { user_id: user.id })).status).toBe(201);
  });

  test('a realm that doesn’t allow it', async () => {
    await realm.update({ attributes: { 'linkgate.backend-links': 'false' } });
    try {
      const { status, json } = await requestStepLink(realm, client, { user_id: user.id });
      expect([status, json.id]).toEqual([404, 'backend-links-off']);
    } finally {
      await realm.update({ attributes: WITH_BACKEND_LINKS });
    }
  });
});

test('a returned link signs in an account without an address, which another one’s doesn’t replace', async () => {
  const users = [await realm.makeUser({ email: '' }), await realm.makeUser({ email: '' })];
  const links: string[] = [];
  for (const { id } of users) links.push(await stepLink(realm, client, { user_id: id }));
  for (const [index, link] of links.entries())
    expect(await signedInAs(realm, client, await openAndConfirm(link))).toBe(users[index]?.id);
});

describe('rights', () => {
  const backends: Backend[] = [];
  afterAll(async () => {
    for (const backend of backends) await backend.remove();
  });

  test.each([
    [[], 403, 403],
    [['view-users'], 403, 403],
    [['manage-users'], 201, 403],
    [['impersonation'], 201, 201],
    [['linkgate-links'], 201, 201],
  ])('%j: sent %i, returned %i', async (roles, sent, returned) => {
    if (roles.includes('linkgate-links'))
      await (await admin()).roles.create({ realm: realm.name, name: 'linkgate-links' });
    const backend = await makeBackend(roles, { realm: realm.name });
    backends.push(backend);
    const one = await realm.makeUser();
    for (const [delivery, status] of [
      ['email', sent],
      ['return', returned],
    ] as const) {
      const fields = { user_id: one.id, delivery };
      expect([delivery, (await requestStepLink(realm, client, fields, backend.token)).status]).toEqual([
        delivery,
        status,
      ]);
    }
  });
});

describe('a used link', () => {
  /** Changes the setting of the step in a client's flow. */
  async function setEmailContains({ client_id: clientId }: SiteClient, emailContains: string) {
    const { clients, authenticationManagement: management } = await admin();
    const at = { realm: realm.name };
    const [bound] = await clients.find({ ...at, clientId });
    const id = bound?.authenticationFlowBindingOverrides?.browser;
    const flow = (await management.getFlows(at)).find((one) => one.id === id)?.alias ?? '';
    const [execution] = await management.getExecutions({ ...at, flow });
    const config = execution?.authenticationConfig ?? '';
    await management.updateConfig({ ...at, id: config, alias: config, config: { emailContains } });
  }

  test('that was sent offers a new one to the account’s address', async () => {
    const one = await realm.makeUser();
    const fields = { email: one.email, delivery: 'email' };
    const link = await stepLink(realm, client, fields, one.email);
    expect(await signedInAs(realm, client, await openAndConfirm(link))).toBe(one.id);
    const agent = new Agent();
    const page = await agent.open(link);
    expect([page.status, page.text]).toEqual([401, expect.stringContaining('name="again"')]);
    const sent = await agent.submit(page, { again: 'true' });
    expect([sent.status, textOf(sent)]).toEqual([200, expect.stringContaining(one.email)]);
    const another = linkIn(await emailTo(one.email, 2));
    expect(await signedInAs(realm, client, await openAndConfirm(another))).toBe(one.id);
  });

  test('whose account has another address by now offers none', async () => {
    const one = await realm.makeUser();
    const link = await stepLink(realm, client, { email: one.email, delivery: 'email' }, one.email);
    expect(await signedInAs(realm, client, await openAndConfirm(link))).toBe(one.id);
    const agent = new Agent();
    const page = await agent.open(link);
    await realm.changeUser(one, { email: newAddress() });
    expect((await new Agent().open(link)).text).not.toContain('name="again"');
    expect((await agent.submit(page, { again: 'true' })).status).toBe(401);
  });

  test('that was sent offers none where emails contain only a code by now', async () => {
    const own = await realm.makeClient([{ provider: LINK, config: { emailContains: 'link' } }]);
    const one = await realm.makeUser();
    const link = await stepLink(realm, own, { email: one.email, delivery: 'email' }, one.email);
    await setEmailContains(own, 'code');
    const page = await new Agent().open(link);
    expect([page.status, page.text]).toEqual([401, expect.not.stringContaining('name="again"')]);
  });

  test('that was returned doesn’t', async () => {
    const one = await realm.makeUser();
    const link = await stepLink(realm, client, { user_id: one.id });
    expect(await signedInAs(realm, client, await openAndConfirm(link))).toBe(one.id);
    const page = await new Agent().open(link);
    expect([page.status, page.text]).toEqual([401, expect.not.stringContaining('name="again"')]);
  });
});

describe('an idempotency key', () => {
  const request = async (fields: Record<string, unknown>, key: string) => {
    const { client_id, redirect_uri } = client;
    const body = { client_id, redirect_uri, delivery: 'return', user_id: user.id, ...fields };
    const response = await requestAdmin('POST', '/links', {
      body,
      realm: realm.name,
      headers: { 'Idempotency-Key': key },
    });
    return { status: response.status, json: (await response.json()) as CreatedLink & Rejection };
  };

  test('creates one link, however often and at once it is requested', async () => {
    const key = randomUUID();
    const all = await Promise.all(Array.from({ length: 10 }, () => request({}, key)));
    all.push(await request({}, key));
    expect(new Set(all.map(({ status, json }) => `${status} ${json.id} ${json.link}`)).size).toBe(1);
    expect(await signedInAs(realm, client, await openAndConfirm(all[0]?.json.link ?? ''))).toBe(user.id);
  });

  test('sends one email', async () => {
    const one = await realm.makeUser();
    const key = randomUUID();
    const fields = { user_id: one.id, delivery: 'email' };
    for (let i = 0; i < 3; i++) expect((await request(fields, key)).status).toBe(201);
    expect((await emailsTo(one.email)).length).toBe(1);
  });

  test('is rejected with other content, and is each caller’s own', async () => {
    const key = randomUUID();
    const { json } = await request({}, key);
    expect(await request({ state: 'other' }, key)).toMatchObject({ status: 409, json: { id: 'key-used' } });
    expect((await request({}, `${key}1`)).json.id).not.toBe(json.id);
  });

  test.each(['', 'x'.repeat(256)])('that is malformed is rejected', async (key) => {
    expect((await request({}, key)).status).toBe(400);
  });
});

describe('open links', () => {
  test('are listed and revoked singly, by user and by client', async () => {
    const one = await realm.makeUser();
    const own = await realm.makeClient([STEP]);
    const call = async (method: string, path: string, body?: object) =>
      await callAdminApi<{ links?: OpenLink[]; revoked?: number; state?: string }>(method, path, {
        realm: realm.name,
        ...(body === undefined ? {} : { body }),
      });
    const ids = async (query: string) =>
      ((await call('GET', `/links?${query}`)).json.links ?? []).map(({ id }) => id);
    const made: string[] = [];
    for (const to of [own, client, own]) {
      const { json } = await requestStepLink(realm, to, { user_id: one.id });
      made.unshift(json.id);
    }
    expect(await ids(`user_id=${one.id}`)).toEqual(made);
    expect(await ids(`client_id=${own.client_id}`)).toEqual([made[0], made[2]]);
    expect((await call('POST', `/links/${made[0]}/revoke`, {})).json).toEqual({ revoked: 1 });
    expect((await call('POST', `/links/${made[0]}/revoke`, {})).json).toEqual({ revoked: 0 });
    expect((await call('GET', `/links/${made[0]}`)).json.state).toBe('revoked');
    const ofClient = { client_id: own.client_id };
    expect((await call('POST', '/links/revoke', { ...ofClient, dry_run: true })).json).toEqual({
      revoked: 1,
    });
    expect((await call('POST', '/links/revoke', ofClient)).json).toEqual({ revoked: 1 });
    expect((await call('POST', '/links/revoke', { user_id: one.id })).json).toEqual({ revoked: 1 });
    expect(await ids(`user_id=${one.id}`)).toEqual([]);
    for (const query of ['', 'user_id=a&client_id=b', 'user_id=nobody', 'client_id=nobody'])
      expect((await call('GET', `/links?${query}`)).status).toBe(400);
  });

  test('a revoked link says why, and signs nobody in', async () => {
    const one = await realm.makeUser();
    const { json } = await requestStepLink(realm, client, { user_id: one.id });
    await callAdminApi('POST', `/links/${json.id}/revoke`, { realm: realm.name, body: {} });
    expect((await new Agent().open(json.link ?? '')).status).toBe(401);
  });
});

describe('the step for links only', () => {
  let only: SiteClient;
  let user: StepUser;
  beforeAll(async () => {
    user = await realm.makeUser();
    only = await realm.makeClient([
      { provider: PASSWORD, requirement: 'ALTERNATIVE' },
      { provider: 'linkgate-links-only', requirement: 'ALTERNATIVE' },
    ]);
  });

  test('signs in by a link of a backend', async () => {
    const link = await stepLink(realm, only, { user_id: user.id });
    expect(await signedInAs(realm, only, await openAndConfirm(link))).toBe(user.id);
  });

  test('is on no page, before the user is known and after', async () => {
    const agent = new Agent();
    const first = await startSignIn(realm, only, agent);
    expect(first.text).not.toContain('tryAnotherWay');
    const named = await realm.makeClient([
      { provider: 'auth-username-form' },
      {
        requirement: 'REQUIRED',
        parts: [
          { provider: 'auth-password-form', requirement: 'ALTERNATIVE' },
          { provider: 'linkgate-links-only', requirement: 'ALTERNATIVE' },
        ],
      },
    ]);
    const other = new Agent();
    const page = await other.submit(await startSignIn(realm, named, other), { username: user.username });
    expect(page.text).toContain('name="password"');
    expect(page.text).not.toContain('tryAnotherWay');
    expect(await signedInAs(realm, named, await typePassword(other, page, user))).toBe(user.id);
  });

  test('comes before the step with a page in the same flow', async () => {
    const both = await realm.makeClient([
      { provider: LINK, requirement: 'ALTERNATIVE', config: { lifetime: '60' } },
      { provider: 'linkgate-links-only', requirement: 'ALTERNATIVE', config: { lifetime: '7200' } },
    ]);
    const { json } = await requestStepLink(realm, both, { user_id: user.id });
    expect(json.expires_in).toBe(7200);
    expect(await signedInAs(realm, both, await openAndConfirm(json.link ?? ''))).toBe(user.id);
  });
});

describe('a lifetime of 30 days', () => {
  test('needs its role, and isn’t for administrators', async () => {
    const user = await realm.makeUser();
    await (await admin()).roles.create({ realm: realm.name, name: 'linkgate-long-links' });
    const backend = await makeBackend(['impersonation'], { realm: realm.name });
    const [role] = await (await admin()).roles.find({ realm: realm.name, search: 'linkgate-long-links' });
    const request = async (id: string) =>
      await requestStepLink(realm, client, { user_id: id, lifetime: 30 * 86_400 }, backend.token);
    expect((await request(user.id)).status).toBe(400);
    const roles = [{ id: role?.id ?? '', name: role?.name ?? '' }];
    await (await admin()).users.addRealmRoleMappings({ realm: realm.name, id: backend.userId, roles });
    const long = await request(user.id);
    expect([long.status, long.json.expires_in]).toEqual([201, 30 * 86_400]);
    const one = await realm.makeUser();
    const later = await request(one.id);
    await assignRoles(one.id, ['view-users'], realm.name);
    expect((await request(one.id)).status).not.toBe(201);
    const end = await openAndConfirm(later.json.link ?? '');
    expect(end.headers.get('location') ?? '').not.toContain('code=');
    await backend.remove();
  });
});

describe('a template of the realm’s email theme', () => {
  let themed: StepRealm;
  let app: SiteClient;
  beforeAll(async () => {
    themed = await makeStepRealm(
      { loginTheme: 'keycloak.v2', emailTheme: 'corner' },
      { attributes: WITH_BACKEND_LINKS },
    );
    app = await themed.makeClient([STEP]);
  });
  afterAll(async () => await themed?.remove());
  const at = () => ({ realm: themed.name });

  test('is listed if it is complete', async () => {
    const { json } = await callAdminApi<{ templates: string[] }>('GET', '/links/templates', at());
    expect(json.templates).toEqual(['welcome']);
  });

  test('writes the email, with values that can’t be markup', async () => {
    const one = await themed.makeUser();
    const values = { name: '<b>Ada</b> & Co' };
    const fields = { user_id: one.id, delivery: 'email', template: 'welcome', values };
    const link = await stepLink(themed, app, fields, one.email);
    const email = await emailTo(one.email);
    expect(email.subject).toBe('Welcome to Orders');
    expect(email.text).toContain('Hello <b>Ada</b> & Co, Orders is ready.');
    expect(email.html).toContain('Hello &lt;b&gt;Ada&lt;/b&gt; &amp; Co, Orders is ready.');
    expect(await signedInAs(themed, app, await openAndConfirm(link))).toBe(one.id);
  });

  test.each<[string, Record<string, unknown>, string]>([
    ['unknown', { template: 'nothing' }, 'template choice'],
    ['incomplete', { template: 'unfinished' }, 'template choice'],
    ['of another folder', { template: '../welcome' }, 'template choice'],
    ['for a returned link', { template: 'welcome', delivery: 'return' }, 'template request'],
    [
      'with a value that is a link',
      { template: 'welcome', values: { name: 'https://evil.example' } },
      'values.name linkable',
    ],
    ['with a line break', { template: 'welcome', values: { name: 'a\nb' } }, 'values.name plain-line'],
    ['with a number', { template: 'welcome', values: { name: 1 } }, 'values.name wrong-type'],
    ['with a name that isn’t one', { template: 'welcome', values: { 'a b': 'c' } }, 'values.a b request'],
    ['with values and no template', { values: { name: 'Ada' } }, 'values request'],
    [
      'with too many values',
      {
        template: 'welcome',
        values: Object.fromEntries(Array.from({ length: 21 }, (_, i) => [`v${i}`, 'x'])),
      },
      'values too-many',
    ],
  ])('%s is rejected', async (_, fields, expected) => {
    const { id } = await themed.makeUser();
    const { status, json } = await requestStepLink(themed, app, {
      user_id: id,
      delivery: 'email',
      ...fields,
    });
    expect([status, ...(json.details ?? []).map((one) => `${one.field} ${one.id}`)]).toEqual([400, expected]);
  });
});
