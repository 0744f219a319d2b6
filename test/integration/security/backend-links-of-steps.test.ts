/**
 * Attacks on links that backends request in a stock realm (contract, section 4.14): who has one gets no more than its step, and nothing once
 * what it rests on has changed.
 */

import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { admin } from '../../support/admin.ts';
import { requestAdmin } from '../../support/admin-api.ts';
import { Agent, type Page } from '../../support/agent.ts';
import { assignRoles, type Backend, type CreatedLink, makeBackend } from '../../support/backend-links.ts';
import { waitUntilLocked } from '../../support/brute-force.ts';
import { textOf } from '../../support/check-email-page.ts';
import { emailsTo, newAddress } from '../../support/email.ts';
import type { Part } from '../../support/flows.ts';
import { oneTimePassword, otpCredential } from '../../support/level-flow.ts';
import { changeClient } from '../../support/plant.ts';
import type { SiteClient } from '../../support/site.ts';
import { type Rejection, requestStepLink, stepLink, WITH_BACKEND_LINKS } from '../../support/step-links.ts';
import { typePassword } from '../../support/step-pages.ts';
import {
  authorizationUrl,
  claimsAt,
  codesIn,
  confirmIn,
  countSessions,
  LINK,
  makeStepRealm,
  openAndConfirm,
  openInAll,
  type StepRealm,
  type StepUser,
  signedInAs,
  startSignIn,
} from '../../support/step-realm.ts';

const STEP: Part = { provider: LINK };
const STEP_OR: Part = { ...STEP, requirement: 'ALTERNATIVE' };
const ONLY: Part = { provider: 'linkgate-links-only', requirement: 'ALTERNATIVE' };
const COOKIE: Part = { provider: 'auth-cookie', requirement: 'ALTERNATIVE' };
const PASSWORD: Part = { provider: 'auth-username-password-form' };
const PASSWORD_OR: Part = { ...PASSWORD, requirement: 'ALTERNATIVE' };
const OTP: Part = { provider: 'auth-otp-form' };
const SECRET = 'a secret of the tests';
const LEVELS = JSON.stringify({ '1': 1, '2': 2 });
const ACS = 'http://localhost:9/acs';

let realm: StepRealm;
let client: SiteClient;
const undo: (() => Promise<unknown>)[] = [];
beforeAll(async () => {
  realm = await makeStepRealm(
    { loginTheme: 'keycloak.v2', emailTheme: 'base' },
    { attributes: WITH_BACKEND_LINKS, registrationAllowed: true },
  );
  const { authenticationManagement } = await admin();
  const profile = { realm: realm.name, alias: 'VERIFY_PROFILE' };
  const asked = await authenticationManagement.getRequiredActionForAlias(profile);
  await authenticationManagement.updateRequiredAction(profile, { ...asked, enabled: false });
  client = await realm.makeClient([COOKIE, PASSWORD_OR, STEP_OR]);
  await (await admin()).roles.create({ realm: realm.name, name: 'linkgate-links' });
});
afterAll(async () => {
  for (const one of undo.reverse()) await one();
  await realm?.remove();
});

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
const withOtp = async (): Promise<StepUser> =>
  await realm.makeUser({
    credentials: [{ type: 'password', value: 'Correct horse 1', temporary: false }, otpCredential(SECRET)],
  });

async function change({ client_id: clientId }: SiteClient, fields: Record<string, unknown>): Promise<void> {
  const api = await admin();
  const [found] = await api.clients.find({ realm: realm.name, clientId });
  await changeClient(api, realm.name, found?.id ?? '', fields);
}

/** Opens a link and presses its button, if there is one. */
async function tryLink(link: string, agent = new Agent()): Promise<Page> {
  const page = await agent.open(link);
  return page.text.includes('name="confirm"') ? await openAndConfirm(link, agent) : page;
}

async function expectNothing(link: string, user: StepUser): Promise<void> {
  const before = await countSessions(realm, user);
  const end = await tryLink(link);
  expect([codesIn([end]), end.text.includes('SAMLResponse')], textOf(end)).toEqual([0, false]);
  expect(await countSessions(realm, user)).toBe(before);
}

describe.each(['email', 'return'])('a link with delivery %s satisfies its step only', (delivery) => {
  const linkOf = async (to: SiteClient, one: StepUser, fields: Record<string, unknown> = {}) =>
    await stepLink(
      realm,
      to,
      { user_id: one.id, delivery, ...fields },
      delivery === 'email' ? one.email : undefined,
    );

  test.each<[string, readonly Part[]]>([
    ['beside a password in a sub-flow', [COOKIE, { requirement: 'ALTERNATIVE', parts: [PASSWORD, STEP] }]],
    [
      'in a sub-flow of the second level, after a password in another',
      [
        {
          requirement: 'ALTERNATIVE',
          parts: [
            { requirement: 'REQUIRED', parts: [PASSWORD] },
            { requirement: 'REQUIRED', parts: [STEP_OR, { ...OTP, requirement: 'ALTERNATIVE' }] },
          ],
        },
      ],
    ],
    [
      'after a password, as a step for links only',
      [PASSWORD, { requirement: 'REQUIRED', parts: [ONLY, { ...OTP, requirement: 'ALTERNATIVE' }] }],
    ],
    ['before a password', [STEP, PASSWORD]],
  ])('%s', async (_, parts) => {
    const strict = await realm.makeClient(parts);
    const one = await withOtp();
    const agent = new Agent();
    const asked = await openAndConfirm(await linkOf(strict, one), agent);
    expect([codesIn([asked]), asked.text.includes('name="password"')], textOf(asked)).toEqual([0, true]);
    const other = await realm.makeUser();
    const wrong = await typePassword(agent, asked, { ...other, password: 'wrong' });
    expect(codesIn([wrong])).toBe(0);
    const end = await typePassword(agent, wrong, one);
    expect(await signedInAs(realm, strict, end)).toBe(one.id);
  });

  test('under conditions on the user', async () => {
    const conditional = await realm.makeClient([
      { provider: 'auth-username-form' },
      {
        requirement: 'CONDITIONAL',
        parts: [{ provider: 'conditional-user-configured' }, OTP],
      },
      {
        requirement: 'CONDITIONAL',
        parts: [
          { provider: 'conditional-user-role', config: { condUserRole: 'staff', negate: 'true' } },
          STEP,
        ],
      },
      {
        requirement: 'CONDITIONAL',
        parts: [
          { provider: 'conditional-user-role', config: { condUserRole: 'staff' } },
          { provider: 'auth-password-form' },
        ],
      },
    ]);
    const one = await withOtp();
    await realm.giveRole(one, 'staff');
    const agent = new Agent();
    const named = await openAndConfirm(await linkOf(conditional, one), agent);
    const otp = await agent.submit(named, { username: one.username });
    expect(otp.text, textOf(otp)).toContain('name="otp"');
    const next = await agent.submit(otp, { otp: oneTimePassword(SECRET) });
    expect([codesIn([next]), next.text.includes('name="password"')], textOf(next)).toEqual([0, true]);
  });

  test('where its client has got a minimum level since', async () => {
    const own = await realm.makeClient([level(1, [STEP]), level(2, [OTP])]);
    const one = await withOtp();
    const link = await linkOf(own, one);
    await change(own, { attributes: { 'acr.loa.map': LEVELS, 'minimum.acr.value': '2' } });
    const agent = new Agent();
    const asked = await openAndConfirm(link, agent);
    expect([codesIn([asked]), asked.text.includes('name="otp"')], textOf(asked)).toEqual([0, true]);
    const end = await agent.submit(asked, { otp: oneTimePassword(SECRET) });
    expect(await claimsAt(realm, own, end)).toMatchObject({ sub: one.id, acr: '2' });
  });

  test('where its client has a minimum or a default level', async () => {
    for (const name of ['minimum.acr.value', 'default.acr.values']) {
      const own = await realm.makeClient([level(1, [STEP]), level(2, [OTP])], {
        attributes: { 'acr.loa.map': LEVELS, [name]: '2' },
      });
      const one = await withOtp();
      const agent = new Agent();
      const asked = await openAndConfirm(await linkOf(own, one), agent);
      expect([codesIn([asked]), asked.text.includes('name="otp"')], textOf(asked)).toEqual([0, true]);
      const end = await agent.submit(asked, { otp: oneTimePassword(SECRET) });
      expect(await claimsAt(realm, own, end)).toMatchObject({ sub: one.id, acr: '2' });
    }
  });

  test.each(['password first', 'alone'])('at a level, as a step for links only: %s', async (kind) => {
    const parts =
      kind === 'alone' ? [level(1, [ONLY, PASSWORD_OR])] : [level(1, [PASSWORD]), level(2, [ONLY])];
    const own = await realm.makeClient(parts);
    const one = await realm.makeUser();
    const agent = new Agent();
    const first = await openAndConfirm(
      await linkOf(own, one, kind === 'alone' ? {} : { acr_values: '2' }),
      agent,
    );
    const end = kind === 'alone' ? first : await typePassword(agent, first, one);
    expect(await claimsAt(realm, own, end)).toMatchObject({ sub: one.id, acr: kind === 'alone' ? '1' : '2' });
  });

  test.each<[string, (own: SiteClient, one: StepUser) => Promise<unknown>]>([
    ['the client is disabled', (own) => change(own, { enabled: false })],
    ['the client’s sign-in is switched off', (own) => change(own, { standardFlowEnabled: false })],
    [
      'the client requires a challenge',
      (own) => change(own, { attributes: { 'pkce.code.challenge.method': 'S256' } }),
    ],
    ['the client is public, and the link has no challenge', (own) => change(own, { publicClient: true })],
    [
      'the client requires pushed requests',
      (own) => change(own, { attributes: { 'require.pushed.authorization.requests': 'true' } }),
    ],
    [
      'the client has another redirect URI',
      (own) => change(own, { redirectUris: ['http://localhost:9/other'] }),
    ],
    ['the client has another protocol', (own) => change(own, { protocol: 'saml' })],
    ['the client got a “not before”', (own) => change(own, { notBefore: Math.floor(Date.now() / 1000) })],
    ['the step is disabled', (own) => realm.disableSteps(own)],
    [
      'the client has another flow',
      async (own) => {
        const { id } = await realm.makeFlow([STEP]);
        await change(own, { authenticationFlowBindingOverrides: { browser: id } });
      },
    ],
    ['the user is disabled', (_, one) => realm.changeUser(one, { enabled: false })],
    ['the user has another address', (_, one) => realm.changeUser(one, { email: newAddress() })],
    [
      'another user has the address',
      async (_, one) => {
        await realm.changeUser(one, { email: newAddress() });
        await realm.makeUser({ email: one.email });
      },
    ],
    [
      'the user is deleted, and another has the address',
      async (_, one) => {
        await (await admin()).users.del({ realm: realm.name, id: one.id });
        one.id = (await realm.makeUser({ email: one.email })).id;
      },
    ],
    [
      'the user was signed out',
      async (_, one) => await (await admin()).users.logout({ realm: realm.name, id: one.id }),
    ],
    [
      'the user’s links were revoked',
      async (_, one) =>
        await requestAdmin('POST', '/links/revoke', { realm: realm.name, body: { user_id: one.id } }),
    ],
  ])('signs nobody in once %s', async (_, end) => {
    const own = await realm.makeClient([STEP]);
    const one = await realm.makeUser();
    const link = await linkOf(own, one);
    await end(own, one);
    await expectNothing(link, one);
  });

  test('signs nobody in once a client policy chooses another flow', async () => {
    const own = await realm.makeClient([STEP]);
    const one = await realm.makeUser();
    const link = await linkOf(own, one);
    const { alias } = await realm.makeFlow([PASSWORD]);
    const api = await admin();
    const executors = [{ executor: 'auth-flow-enforcer', configuration: { 'auth-flow-alias': alias } }];
    const conditions = [{ condition: 'any-client', configuration: {} }];
    await api.clientPolicies.createProfiles({ realm: realm.name, profiles: [{ name: 'strict', executors }] });
    await api.clientPolicies.updatePolicy({
      realm: realm.name,
      policies: [{ name: 'strict', enabled: true, conditions, profiles: ['strict'] }],
    });
    try {
      await expectNothing(link, one);
    } finally {
      await (await admin()).clientPolicies.updatePolicy({ realm: realm.name, policies: [] });
      await (await admin()).clientPolicies.createProfiles({ realm: realm.name, profiles: [] });
    }
    expect(await signedInAs(realm, own, await openAndConfirm(link))).toBe(one.id);
  });

  test('signs nobody in while the user is locked for wrong passwords', async () => {
    await realm.update({ bruteForceProtected: true, failureFactor: 2, waitIncrementSeconds: 600 });
    try {
      const one = await realm.makeUser();
      const link = await linkOf(client, one);
      const agent = new Agent();
      let page = await startSignIn(realm, client, agent);
      for (let i = 0; i < 4; i++) page = await typePassword(agent, page, { ...one, password: 'wrong' });
      await waitUntilLocked(realm.name, one.id);
      await expectNothing(link, one);
    } finally {
      await realm.update({ bruteForceProtected: false });
    }
  });

  describe('to a page of the client’s own', () => {
    const HOME = 'http://localhost:9/home';

    test.each<[string, Record<string, unknown>]>([
      ['is disabled', { enabled: false }],
      ['has no sign-in', { standardFlowEnabled: false }],
      ['has no home any more', { baseUrl: '' }],
      ['has another protocol', { protocol: 'saml' }],
    ])('leads nowhere once the client %s', async (_, fields) => {
      const own = await realm.makeClient([COOKIE, STEP_OR], { baseUrl: HOME });
      const one = await realm.makeUser();
      const link = await linkOf(own, one, { redirect_uri: undefined });
      await change(own, fields);
      await expectNothing(link, one);
    });

    test('gives no code after the sign-in was started anew, nor by Keycloak’s cookie for that', async () => {
      const own = await realm.makeClient([COOKIE, PASSWORD_OR, STEP_OR], { baseUrl: HOME });
      const one = await realm.makeUser();
      const link = await linkOf(own, one, { redirect_uri: undefined });
      const agent = new Agent();
      const page = await agent.open(link);
      const confirm = confirmIn(page);
      const end = await agent.submit(page, { confirm });
      expect(end.headers.get('location')).toBe(HOME);
      const again = await agent.open(`${realm.baseUrl}/login-actions/restart?client_id=${own.client_id}`);
      expect(codesIn([again])).toBe(0);
    });
  });

  describe('to a SAML client', () => {
    const saml = async () =>
      await realm.makeClient([STEP], {
        protocol: 'saml',
        redirectUris: [ACS],
        protocolMappers: [],
        attributes: {
          saml_assertion_consumer_url_post: ACS,
          saml_idp_initiated_sso_url_name: `start-${randomBytes(4).toString('hex')}`,
          saml_idp_initiated_sso_relay_state: 'its own',
          'saml.client.signature': 'false',
          'saml.force.post.binding': 'true',
        },
      });

    test.each([
      ['given', { state: 'relayed' }, 'relayed'],
      ['the client’s', {}, 'its own'],
    ])('responds with the RelayState that is %s', async (_, fields, relayState) => {
      const own = await saml();
      const one = await realm.makeUser();
      const end = await openAndConfirm(await linkOf(own, one, { redirect_uri: undefined, ...fields }));
      const response = /name="SAMLResponse" value="([^"]+)"/i.exec(end.text)?.[1] ?? '';
      const xml = Buffer.from(response, 'base64').toString();
      expect(xml, textOf(end)).toContain(one.username);
      expect(xml).not.toContain('InResponseTo');
      expect([end.text.includes(`action="${ACS}"`), end.text.includes(`value="${relayState}"`)]).toEqual([
        true,
        true,
      ]);
    });

    test.each<[string, Record<string, unknown>]>([
      [
        'has no name for a sign-in without a request',
        { attributes: { saml_idp_initiated_sso_url_name: '' } },
      ],
      ['has another URL', { attributes: { saml_assertion_consumer_url_post: `${ACS}/other` } }],
      ['has another protocol', { protocol: 'openid-connect' }],
    ])('signs nobody in once the client %s', async (_, fields) => {
      const own = await saml();
      const one = await realm.makeUser();
      const link = await linkOf(own, one, { redirect_uri: undefined });
      await change(own, fields);
      await expectNothing(link, one);
    });
  });
});

describe('exactly once', () => {
  const agents = Array.from({ length: 10 }, () => new Agent());

  test('ten browsers at once: one sign-in', async () => {
    const one = await realm.makeUser();
    const own = await realm.makeClient([STEP]);
    const press = await openInAll(await stepLink(realm, own, { user_id: one.id }), agents);
    expect(codesIn(await press())).toBe(1);
    expect(await countSessions(realm, one)).toBe(1);
  });

  test.each(['email', 'return'])('ten browsers at once, delivery %s: one new account', async (delivery) => {
    const email = newAddress();
    const own = await realm.makeClient([{ ...STEP, config: { signUp: 'open' } } as Part]);
    const fields = { email, delivery, create: true };
    const link = await stepLink(realm, own, fields, delivery === 'email' ? email : undefined);
    const press = await openInAll(
      link,
      Array.from({ length: 10 }, () => new Agent()),
    );
    const ends = await press();
    const made = await (await admin()).users.find({ realm: realm.name, email });
    expect([made.length, made[0]?.emailVerified], ends.map(textOf).join('\n')).toEqual([
      1,
      delivery === 'email',
    ]);
    const sessions = await (await admin()).users.listSessions({ realm: realm.name, id: made[0]?.id ?? '' });
    expect(sessions.length).toBeLessThan(2);
  });
});

describe('a returned link', () => {
  test('neither claims nor verifies an unverified account', async () => {
    for (const unverified of ['reject', 'claim']) {
      const own = await realm.makeClient([{ ...STEP, config: { unverified } } as Part]);
      const one = await realm.makeUser({ emailVerified: false });
      const link = await stepLink(realm, own, { user_id: one.id });
      expect(await signedInAs(realm, own, await openAndConfirm(link))).toBe(one.id);
      const api = await admin();
      expect((await api.users.findOne({ realm: realm.name, id: one.id }))?.emailVerified).toBe(false);
      expect((await api.users.getCredentials({ realm: realm.name, id: one.id })).length).toBe(1);
    }
  });

  /** Each ends the right; the second part gives it back where it can come back. */
  const linksRole = async () => {
    const role = await (await admin()).roles.findOneByName({ realm: realm.name, name: 'linkgate-links' });
    return [{ id: role?.id ?? '', name: 'linkgate-links' }];
  };
  const ENDINGS: readonly [
    string,
    (backend: Backend) => Promise<unknown>,
    ((backend: Backend) => Promise<unknown>)?,
  ][] = [
    [
      'the role was taken away',
      async ({ userId }) =>
        (await admin()).users.delRealmRoleMappings({
          realm: realm.name,
          id: userId,
          roles: await linksRole(),
        }),
      async ({ userId }) =>
        (await admin()).users.addRealmRoleMappings({
          realm: realm.name,
          id: userId,
          roles: await linksRole(),
        }),
    ],
    [
      'the secret was changed',
      async ({ id }) => (await admin()).clients.generateNewClientSecret({ realm: realm.name, id }),
    ],
    [
      'the client was disabled',
      async (one) => one.update({ enabled: false }),
      async (one) => one.update({ enabled: true }),
    ],
    ['the service account was switched off', async (one) => one.update({ serviceAccountsEnabled: false })],
    [
      'the service account was disabled',
      async ({ userId: id }) => (await admin()).users.update({ realm: realm.name, id }, { enabled: false }),
      async ({ userId: id }) => (await admin()).users.update({ realm: realm.name, id }, { enabled: true }),
    ],
    [
      'the service account was signed out',
      async ({ userId: id }) => (await admin()).users.logout({ realm: realm.name, id }),
    ],
    [
      'the client got a “not before”',
      async (one) => one.update({ notBefore: Math.floor(Date.now() / 1000) }),
    ],
    [
      'the realm forbade it',
      async () => realm.update({ attributes: { ...WITH_BACKEND_LINKS, 'linkgate.backend-links': 'false' } }),
      async () => realm.update({ attributes: WITH_BACKEND_LINKS }),
    ],
    [
      'it was revoked with the client’s others',
      async ({ id }) => {
        const { status } = await requestAdmin('POST', `/clients/${id}/links/revoke`, { realm: realm.name });
        expect(status).toBe(200);
      },
    ],
    ['the client was deleted', async (one) => one.remove()],
  ];

  const withLink = async (to: SiteClient, one: StepUser) => {
    const backend = await makeBackend(['linkgate-links'], { realm: realm.name });
    const { status, json } = await requestStepLink(realm, to, { user_id: one.id }, backend.token);
    expect(status, JSON.stringify(json)).toBe(201);
    return { backend, link: json.link ?? '' };
  };

  test.each(ENDINGS)('stays invalid after %s', async (_, end, restore) => {
    const one = await realm.makeUser();
    const { backend, link } = await withLink(client, one);
    await end(backend);
    await restore?.(backend);
    await expectNothing(link, one);
  });

  test('stays invalid after a role, or a group, that it came by was left', async () => {
    const { groups, users, roles } = await admin();
    const at = { realm: realm.name };
    const name = `g-${randomBytes(3).toString('hex')}`;
    for (const by of ['group', 'composite']) {
      const one = await realm.makeUser();
      const { backend } = await withLink(client, one);
      if (by === 'group') {
        const { id: groupId } = await groups.create({ ...at, name });
        await groups.addRealmRoleMappings({ ...at, id: groupId, roles: await linksRole() });
        await users.addToGroup({ ...at, id: backend.userId, groupId });
        await users.delRealmRoleMappings({ ...at, id: backend.userId, roles: await linksRole() });
        const { json } = await requestStepLink(realm, client, { user_id: one.id }, backend.token);
        await users.delFromGroup({ ...at, id: backend.userId, groupId });
        await users.addToGroup({ ...at, id: backend.userId, groupId });
        await expectNothing(json.link ?? '', one);
      } else {
        await roles.create({ ...at, name });
        const { id = '' } = (await roles.findOneByName({ ...at, name })) ?? {};
        await roles.createComposite({ ...at, roleId: id }, await linksRole());
        await users.addRealmRoleMappings({ ...at, id: backend.userId, roles: [{ id, name }] });
        await users.delRealmRoleMappings({ ...at, id: backend.userId, roles: await linksRole() });
        const { json } = await requestStepLink(realm, client, { user_id: one.id }, backend.token);
        expect(json.link).toBeDefined();
        await roles.delCompositeRoles({ ...at, id }, await linksRole());
        await roles.createComposite({ ...at, roleId: id }, await linksRole());
        await expectNothing(json.link ?? '', one);
      }
      await backend.remove();
    }
  });

  test.each(ENDINGS.filter(([what]) => !what.startsWith('it was revoked')))(
    'ends in a parked tab once %s',
    async (_, end, restore) => {
      const consenting = await realm.makeClient([STEP], { consentRequired: true });
      const one = await realm.makeUser();
      const { backend, link } = await withLink(consenting, one);
      const agent = new Agent();
      const consent = await openAndConfirm(link, agent);
      expect(consent.text, textOf(consent)).toContain('name="accept"');
      await end(backend);
      const next = await agent.submit(consent, { accept: 'yes' });
      await restore?.(backend);
      expect(codesIn([next]), textOf(next)).toBe(0);
      expect(await countSessions(realm, one)).toBe(0);
    },
  );

  test('ends in a parked tab once its account becomes an administrator', async () => {
    const consenting = await realm.makeClient([STEP], { consentRequired: true });
    const one = await realm.makeUser();
    const { link } = await withLink(consenting, one);
    const agent = new Agent();
    const consent = await openAndConfirm(link, agent);
    await assignRoles(one.id, ['view-users'], realm.name);
    expect(codesIn([await agent.submit(consent, { accept: 'yes' })])).toBe(0);
  });

  test('for an account without an address ends in a parked tab, too', async () => {
    const consenting = await realm.makeClient([STEP], { consentRequired: true });
    const one = await realm.makeUser({ email: '' });
    const { backend, link } = await withLink(consenting, one);
    const agent = new Agent();
    const consent = await openAndConfirm(link, agent);
    await backend.update({ enabled: false });
    expect(codesIn([await agent.submit(consent, { accept: 'yes' })])).toBe(0);
  });
});

describe('an account without an address', () => {
  test.each(['', 'username'])('has its links listed and revoked by its id, with %s', async (kind) => {
    const fields = kind === '' ? { email: '' } : { email: '', username: `named-${newAddress()}` };
    const one = await realm.makeUser(fields);
    const link = await stepLink(realm, client, { user_id: one.id });
    const at = { realm: realm.name };
    const listed = await requestAdmin('GET', `/links?user_id=${one.id}`, at);
    expect(((await listed.json()) as { links: unknown[] }).links).toHaveLength(1);
    const revoked = await requestAdmin('POST', '/links/revoke', { ...at, body: { user_id: one.id } });
    expect(await revoked.json()).toEqual({ revoked: 1 });
    await expectNothing(link, one);
  });

  test.each<[string, Record<string, unknown>]>([
    ['got an address', { email: 'x' }],
    ['was disabled', { enabled: false }],
  ])('that %s since isn’t signed in by its link', async (_, fields) => {
    const one = await realm.makeUser({ email: '' });
    const link = await stepLink(realm, client, { user_id: one.id });
    await realm.changeUser(one, fields.email === undefined ? fields : { email: newAddress() });
    await expectNothing(link, one);
  });
});

test('an address isn’t the username of an account without one', async () => {
  const address = newAddress();
  await realm.makeUser({ email: '', username: address });
  for (const delivery of ['email', 'return'])
    for (const create of [false, true]) {
      const open = await realm.makeClient([{ ...STEP, config: { signUp: 'open' } } as Part]);
      const { status, json } = await requestStepLink(realm, open, { email: address, delivery, create });
      expect([delivery, create, status, json.details?.[0]?.id]).toEqual([
        delivery,
        create,
        400,
        'account-unusable',
      ]);
    }
});

test('a link is for no account once two have its address', async () => {
  const one = await realm.makeUser();
  const links = [await stepLink(realm, client, { user_id: one.id })];
  await realm.update({ loginWithEmailAllowed: false, duplicateEmailsAllowed: true });
  try {
    await realm.makeUser({ email: one.email });
    for (const link of links) await expectNothing(link, one);
    const { status, json } = await requestStepLink(realm, client, { user_id: one.id });
    expect([status, json.details?.[0]?.id]).toEqual([400, 'account-unusable']);
  } finally {
    await realm.update({ loginWithEmailAllowed: true, duplicateEmailsAllowed: false });
  }
});

test.each([
  ['a script', 'javascript:alert(1)'],
  ['no web address', 'custom:start'],
  ['a user and a host', 'https://app.example@evil.example/'],
])('a client’s own page that is %s gets no link', async (_, url) => {
  for (const fields of [{ baseUrl: url }, { attributes: { 'linkgate.initiate-login-uri': url } }]) {
    const own = await realm.makeClient([COOKIE, STEP_OR]);
    await change(own, fields).catch(() => undefined);
    const one = await realm.makeUser();
    const { status } = await requestStepLink(realm, own, { user_id: one.id, redirect_uri: undefined });
    expect([fields, status]).toEqual([fields, 400]);
  }
});

describe('a long link', () => {
  test('that was returned ends with the role for long ones', async () => {
    const api = await admin();
    const at = { realm: realm.name };
    const name = 'linkgate-long-links';
    await api.roles.create({ ...at, name });
    const role = await api.roles.findOneByName({ ...at, name });
    const roles = [{ id: role?.id ?? '', name }];
    for (const restored of [false, true]) {
      const backend = await makeBackend(['linkgate-links'], { realm: realm.name });
      undo.push(backend.remove);
      await api.users.addRealmRoleMappings({ ...at, id: backend.userId, roles });
      const one = await realm.makeUser();
      const made = await requestStepLink(
        realm,
        client,
        { user_id: one.id, lifetime: 172_800 },
        backend.token,
      );
      const other = await realm.makeUser();
      const short = await requestStepLink(realm, client, { user_id: other.id }, backend.token);
      expect([made.status, short.status]).toEqual([201, 201]);
      await (await admin()).users.delRealmRoleMappings({ ...at, id: backend.userId, roles });
      if (restored) await (await admin()).users.addRealmRoleMappings({ ...at, id: backend.userId, roles });
      await expectNothing(made.json.link ?? '', one);
      expect(await signedInAs(realm, client, await openAndConfirm(short.json.link ?? ''))).toBe(other.id);
    }
  });
});

describe('a used link', () => {
  test('isn’t sent anew in a realm that doesn’t allow backends’ links any more', async () => {
    const one = await realm.makeUser();
    const link = await stepLink(realm, client, { user_id: one.id, delivery: 'email' }, one.email);
    expect(await signedInAs(realm, client, await openAndConfirm(link))).toBe(one.id);
    const agent = new Agent();
    const page = await agent.open(link);
    expect(page.text).toContain('name="again"');
    await realm.update({ attributes: { ...WITH_BACKEND_LINKS, 'linkgate.backend-links': 'false' } });
    try {
      expect((await agent.submit(page, { again: 'true' })).status).toBe(401);
      expect((await emailsTo(one.email)).length).toBe(1);
    } finally {
      await realm.update({ attributes: WITH_BACKEND_LINKS });
    }
  });

  test('is sent anew under the limit of its address', async () => {
    const one = await realm.makeUser();
    await realm.update({ attributes: { ...WITH_BACKEND_LINKS, 'linkgate.limit.link-email': '2/3600' } });
    try {
      const link = await stepLink(realm, client, { user_id: one.id, delivery: 'email' }, one.email);
      await openAndConfirm(link);
      const agent = new Agent();
      const page = await agent.open(link);
      for (let i = 0; i < 5; i++) await agent.submit(page, { again: 'true' });
      expect((await emailsTo(one.email)).length).toBe(2);
    } finally {
      await realm.update({ attributes: { ...WITH_BACKEND_LINKS, 'linkgate.limit.link-email': '' } });
    }
  });
});

test('a link for somebody else doesn’t end the session of who is signed in, unless its button is pressed', async () => {
  const [one, other] = [await realm.makeUser(), await realm.makeUser()];
  const agent = new Agent();
  await openAndConfirm(await stepLink(realm, client, { user_id: other.id }), agent);
  const link = await stepLink(realm, client, { user_id: one.id });
  const page = await agent.open(link);
  expect(await countSessions(realm, other)).toBe(1);
  const end = await agent.submit(page, { confirm: confirmIn(page) });
  expect(await signedInAs(realm, client, end)).toBe(one.id);
  expect([await countSessions(realm, other), await countSessions(realm, one)]).toEqual([0, 1]);
});

test.each<[string, (one: StepUser, jti: string) => Promise<unknown>]>([
  [
    'revoked',
    async (_, jti) => await requestAdmin('POST', `/links/${jti}/revoke`, { realm: realm.name, body: {} }),
  ],
  ['signed out', async (one) => await (await admin()).users.logout({ realm: realm.name, id: one.id })],
  ['readdressed', async (one) => await realm.changeUser(one, { email: newAddress() })],
  ['used elsewhere', async () => undefined],
])('a link that waits for a page before its step ends with what it rests on: %s', async (how, end) => {
  const role = { provider: 'conditional-user-role', config: { condUserRole: 'staff', negate: 'true' } };
  const waiting = await realm.makeClient([
    { provider: 'auth-username-form' },
    { requirement: 'CONDITIONAL', parts: [role, STEP] },
  ]);
  const one = await realm.makeUser();
  const { json } = await requestStepLink(realm, waiting, { user_id: one.id });
  const agent = new Agent();
  const asked = await openAndConfirm(json.link ?? '', agent);
  expect(asked.text, textOf(asked)).toContain('name="username"');
  await end(one, json.id);
  if (how === 'used elsewhere') {
    const elsewhere = new Agent();
    const page = await openAndConfirm(json.link ?? '', elsewhere);
    const done = await elsewhere.submit(page, { username: one.username });
    expect(await signedInAs(realm, waiting, done)).toBe(one.id);
  }
  const next = await agent.submit(asked, { username: one.username });
  expect(codesIn([next]), textOf(next)).toBe(0);
});

describe('a step that its user couldn’t pass by a page', () => {
  test.each<[string, readonly Part[]]>([
    ['after a password, at a higher level', [level(1, [PASSWORD]), level(2, [STEP])]],
    ['after a password', [PASSWORD, STEP]],
    ['alone', [STEP]],
  ])('is passed by a link of an account without an address: %s', async (_, parts) => {
    const own = await realm.makeClient(parts);
    const one = await realm.makeUser({ email: '' });
    const fields = parts.length > 1 && parts[1] !== STEP ? { acr_values: '2' } : {};
    const agent = new Agent();
    const page = await openAndConfirm(await stepLink(realm, own, { user_id: one.id, ...fields }), agent);
    const end = page.text.includes('name="password"') ? await typePassword(agent, page, one) : page;
    expect(await signedInAs(realm, own, end)).toBe(one.id);
  });
});

describe('the note of a link to a page of the client’s own', () => {
  test('is nothing that a request can set', async () => {
    const one = await realm.makeUser();
    const own = await realm.makeClient([PASSWORD], { baseUrl: 'http://localhost:9/home' });
    const agent = new Agent();
    const first = await agent.open(
      authorizationUrl(realm, own, {
        'linkgate.landing': 'true',
        'linkgate.flow': 'browser',
        saml_idp_initiated_login: 'true',
      }),
    );
    expect(await signedInAs(realm, own, await typePassword(agent, first, one))).toBe(one.id);
  });
});

describe('another site', () => {
  test('can’t make a browser use a link', async () => {
    const one = await realm.makeUser();
    const link = await stepLink(realm, client, { user_id: one.id });
    const agent = new Agent();
    const page = await agent.open(link);
    const confirm = confirmIn(page);
    const forms: [Record<string, string>, Record<string, string>][] = [
      [{}, {}],
      [{ confirm: randomUUID() }, {}],
      [{ confirm }, { origin: 'https://evil.example' }],
      [{ confirm }, { 'sec-fetch-site': 'cross-site' }],
    ];
    for (const [fields, headers] of forms) {
      const end = await agent.open(link, { method: 'POST', body: new URLSearchParams(fields), headers });
      expect([end.status, end.headers.get('location')]).toEqual([200, null]);
    }
    const other = await new Agent().open(link, { method: 'POST', body: new URLSearchParams({ confirm }) });
    expect(other.headers.get('location')).toBeNull();
    expect(await countSessions(realm, one)).toBe(0);
  });
});

describe('an idempotency key', () => {
  const request = async (fields: Record<string, unknown>, key: string, token?: string) => {
    const { client_id, redirect_uri } = client;
    const response = await requestAdmin('POST', '/links', {
      body: { client_id, redirect_uri, delivery: 'return', ...fields },
      realm: realm.name,
      headers: { 'Idempotency-Key': key },
      ...(token === undefined ? {} : { token }),
    });
    return { status: response.status, json: (await response.json()) as CreatedLink & Rejection };
  };

  test('used by ten requests at once with different content creates one link', async () => {
    const one = await realm.makeUser();
    const key = randomUUID();
    const all = await Promise.all(
      Array.from({ length: 10 }, (_, i) => request({ user_id: one.id, state: `${i}` }, key)),
    );
    expect(all.map(({ status }) => status).sort()).toEqual([201, ...Array<number>(9).fill(409)]);
    const listed = await requestAdmin('GET', `/links?user_id=${one.id}`, { realm: realm.name });
    expect(((await listed.json()) as { links: unknown[] }).links).toHaveLength(1);
  });

  test('of another caller is another key', async () => {
    const one = await realm.makeUser();
    const key = randomUUID();
    const backend = await makeBackend(['linkgate-links'], { realm: realm.name });
    undo.push(backend.remove);
    const [mine, theirs] = [
      await request({ user_id: one.id }, key),
      await request({ user_id: one.id }, key, backend.token),
    ];
    expect([mine.status, theirs.status]).toEqual([201, 201]);
    expect(mine.json.id).not.toBe(theirs.json.id);
  });

  test('of a link that is used, or revoked, brings no new one', async () => {
    const one = await realm.makeUser();
    for (const how of ['used', 'revoked']) {
      const key = randomUUID();
      const { json } = await request({ user_id: one.id }, key);
      if (how === 'used')
        expect(await signedInAs(realm, client, await openAndConfirm(json.link ?? ''))).toBe(one.id);
      else await requestAdmin('POST', `/links/${json.id}/revoke`, { realm: realm.name, body: {} });
      const again = await request({ user_id: one.id }, key);
      if (again.status === 201) expect(again.json.id).toBe(json.id);
      const end = await tryLink(again.json.link ?? json.link ?? '');
      expect(codesIn([end])).toBe(0);
    }
  });

  test('needs the right each time', async () => {
    const one = await realm.makeUser();
    const key = randomUUID();
    const backend = await makeBackend(['linkgate-links'], { realm: realm.name });
    undo.push(backend.remove);
    expect((await request({ user_id: one.id }, key, backend.token)).status).toBe(201);
    await assignRoles(one.id, ['view-users'], realm.name);
    expect((await request({ user_id: one.id }, key, backend.token)).status).toBe(403);
  });
});

describe('limits', () => {
  test('count a user’s links however the user is named, and links sent anew', async () => {
    const one = await realm.makeUser();
    await realm.update({ attributes: { ...WITH_BACKEND_LINKS, 'linkgate.limit.link-email': '3/3600' } });
    try {
      const statuses: number[] = [];
      for (const named of [
        { user_id: one.id },
        { username: one.username },
        { email: one.email.toUpperCase() },
        { email: one.email },
        { user_id: one.id },
      ])
        statuses.push((await requestStepLink(realm, client, { ...named, delivery: 'email' })).status);
      expect(statuses.filter((status) => status === 201).length, JSON.stringify(statuses)).toBe(3);
      expect((await emailsTo(one.email)).length).toBe(3);
    } finally {
      await realm.update({ attributes: { ...WITH_BACKEND_LINKS, 'linkgate.limit.link-email': '' } });
    }
  });
});

describe('a caller without rights', () => {
  test.each<[string, string, Record<string, unknown> | undefined]>([
    ['POST', '/links', { user_id: 'USER', client_id: 'CLIENT', delivery: 'return' }],
    ['POST', '/links', { user_id: 'nobody', client_id: 'nobody' }],
    ['POST', '/links', { user_id: 'USER', client_id: 'CLIENT', delivery: 'email', lifetime: 2_592_000 }],
    ['GET', '/links?user_id=USER', undefined],
    ['GET', '/links?user_id=nobody', undefined],
    ['GET', '/links?client_id=CLIENT', undefined],
    ['GET', '/links?client_id=nobody', undefined],
    ['GET', '/links', undefined],
    ['GET', '/links/LINK', undefined],
    ['GET', '/links/nothing', undefined],
    ['POST', '/links/LINK/revoke', {}],
    ['POST', '/links/nothing/revoke', {}],
    ['POST', '/links/revoke', { user_id: 'USER' }],
    ['POST', '/links/revoke', { user_id: 'nobody' }],
    ['POST', '/links/revoke', { client_id: 'nobody' }],
    ['GET', '/links/templates', undefined],
  ])('gets 403: %s %s %j', async (method, path, body) => {
    const backend = await makeBackend(['view-realm'], { realm: realm.name });
    const one = await realm.makeUser();
    const { json } = await requestStepLink(realm, client, { user_id: one.id });
    const fill = (text: string) =>
      text.replaceAll('USER', one.id).replaceAll('CLIENT', client.client_id).replaceAll('LINK', json.id);
    const response = await requestAdmin(method, fill(path), {
      realm: realm.name,
      token: backend.token,
      ...(body === undefined ? {} : { body: JSON.parse(fill(JSON.stringify(body))) as object }),
    });
    expect(response.status, await response.text()).toBe(403);
    await backend.remove();
  });
});

test('a caller with fine-grained permissions gets links of their users only', async () => {
  const own = await makeStepRealm(
    { loginTheme: 'keycloak.v2', emailTheme: 'base' },
    { attributes: WITH_BACKEND_LINKS, adminPermissionsEnabled: true },
  );
  undo.push(own.remove);
  const to = await own.makeClient([{ ...STEP, config: { signUp: 'open' } } as Part]);
  const [theirs, other] = [await own.makeUser(), await own.makeUser()];
  const backend = await makeBackend([], { realm: own.name });
  const api = await admin();
  const [permissions] = await api.clients.find({ realm: own.name, clientId: 'admin-permissions' });
  const at = { realm: own.name, id: permissions?.id ?? '' };
  await api.clients.createPolicy({ ...at, type: 'user' }, {
    name: 'the backend',
    users: [backend.userId],
  } as never);
  await api.clients.createPermission({ ...at, type: 'scope' }, {
    name: 'their user',
    resourceType: 'Users',
    resources: [theirs.id],
    scopes: ['view', 'impersonate'],
    policies: ['the backend'],
  } as never);
  const make = async (fields: Record<string, unknown>, token?: string) =>
    (await requestStepLink(own, to, fields, token)).status;
  const ofOther = await requestStepLink(own, to, { user_id: other.id });
  for (const delivery of ['email', 'return']) {
    expect(await make({ user_id: theirs.id, delivery }, backend.token)).toBe(201);
    const others = [
      { user_id: other.id },
      { email: other.email },
      { username: other.username },
      { user_id: 'nobody' },
      { email: newAddress() },
      { email: newAddress(), create: true },
    ];
    for (const fields of others)
      expect([fields, await make({ ...fields, delivery }, backend.token)]).toEqual([fields, 403]);
  }
  const call = async (method: string, path: string, body?: object) =>
    (
      await requestAdmin(method, path, {
        realm: own.name,
        token: backend.token,
        ...(body === undefined ? {} : { body }),
      })
    ).status;
  const made = await requestStepLink(own, to, { user_id: theirs.id }, backend.token);
  expect([
    await call('GET', `/links?user_id=${theirs.id}`),
    await call('GET', `/links/${made.json.id}`),
    await call('GET', `/links?user_id=${other.id}`),
    await call('GET', '/links?user_id=nobody'),
    await call('GET', `/links?client_id=${to.client_id}`),
    await call('GET', `/links/${ofOther.json.id}`),
    await call('GET', '/links/nothing'),
    await call('POST', `/links/${made.json.id}/revoke`, {}),
    await call('POST', '/links/revoke', { user_id: theirs.id }),
    await call('POST', '/links/revoke', { client_id: to.client_id }),
  ]).toEqual([200, 200, 403, 403, 403, 403, 403, 403, 403, 403]);
  // The permission is taken away.
  const [permission] = await api.clients.findPermissions({ ...at, name: 'their user' });
  await api.clients.delPermission({ ...at, type: 'scope', permissionId: permission?.id ?? '' });
  const end = await tryLink(made.json.link ?? '');
  expect(codesIn([end]), textOf(end)).toBe(0);
});
