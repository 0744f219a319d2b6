/** In a realm with the step: other ways of the kinds that reviews found, as a reviewer tried to get around what was revoked. */

import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { actionLinkIn } from '../../support/action-links.ts';
import { admin } from '../../support/admin.ts';
import { Agent, type Page } from '../../support/agent.ts';
import { textOf } from '../../support/check-email-page.ts';
import { emailsTo, emailTo } from '../../support/email.ts';
import { hiddenValue } from '../../support/form.ts';
import { federate, startLdap } from '../../support/ldap.ts';
import { oneTimePassword } from '../../support/level-flow.ts';
import { passSecond } from '../../support/not-before.ts';
import { makeParkingRealm } from '../../support/parked-tabs.ts';
import type { SiteClient } from '../../support/site.ts';
import { requestBy, typeAddress, typePassword } from '../../support/step-pages.ts';
import {
  codesIn,
  countSessions,
  LINK,
  openAndConfirm,
  requestByStep,
  type StepRealm,
  type StepUser,
  startSignIn,
} from '../../support/step-realm.ts';

let realm: StepRealm;
let target: SiteClient;
let other: SiteClient;
let byPassword: SiteClient;
let plain: SiteClient;
beforeAll(async () => {
  ({ realm, target, other } = await makeParkingRealm());
  const password = [
    { provider: 'auth-cookie', requirement: 'ALTERNATIVE' },
    { provider: 'auth-username-password-form', requirement: 'ALTERNATIVE' },
  ] as const;
  byPassword = await realm.makeClient(password, {
    consentRequired: true,
    attributes: { 'oauth2.device.authorization.grant.enabled': 'true' },
  });
  plain = await realm.makeClient(password);
});
afterAll(async () => realm?.remove());

const actionOf = (page: Page, field: string) => {
  for (const [form] of page.text.matchAll(/<form[\s\S]*?<\/form>/g))
    if (form.includes(`name="${field}"`))
      return new URL((/action="([^"]+)"/.exec(form)?.[1] ?? '').replaceAll('&amp;', '&'), page.url).href;
  throw new Error(textOf(page));
};
const post = (agent: Agent, url: string, fields: Record<string, string>) =>
  agent.open(url, { method: 'POST', body: new URLSearchParams(fields) });
const credentialsOf = async (user: StepUser) =>
  await (await admin()).users.getCredentials({ realm: realm.name, id: user.id });
const logout = async (user: StepUser) =>
  await (await admin()).users.logout({ realm: realm.name, id: user.id });

async function parkSetUp() {
  const user = await realm.makeUser({ requiredActions: ['CONFIGURE_TOTP'] });
  const { agent, link } = await requestByStep(realm, target, user);
  const page = await openAndConfirm(link, agent);
  const owner = new Agent();
  const theirs = await requestBy(owner, user, async () =>
    owner.submit(await startSignIn(realm, other, owner), { email: user.email, action: 'send' }),
  );
  expect((await emailsTo(user.email)).length).toBeGreaterThan(1);
  const own = await openAndConfirm(theirs.link, owner);
  await owner.submit(own, { totp: oneTimePassword(hiddenValue(own, 'totpSecret')) });
  expect((await credentialsOf(user)).filter(({ type }) => type === 'otp')).toHaveLength(1);
  return { user, agent, page };
}

const spell = (url: string, change: (params: [string, string][]) => [string, string][]) => {
  const at = new URL(url);
  at.search = change([...at.searchParams])
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .join('&');
  return at.href;
};
const SPELLINGS: Record<string, (url: string) => string> = {
  Execution: (url) => spell(url, (all) => all.map(([n, v]) => [n === 'execution' ? 'Execution' : n, v])),
  'other before, Other': (url) => spell(url, (all) => [['Execution', 'UPDATE_PROFILE'], ...all]),
  'other after, Other': (url) => spell(url, (all) => [...all, ['Execution', 'UPDATE_PROFILE']]),
  'other before, EXECUTION': (url) => spell(url, (all) => [['EXECUTION', 'UPDATE_PROFILE'], ...all]),
  'other after, EXECUTION': (url) => spell(url, (all) => [...all, ['EXECUTION', 'UPDATE_PROFILE']]),
  'spelled first': (url) =>
    spell(url, (all) => [
      ['EXECUTION', 'CONFIGURE_TOTP'],
      ...all.map(([n, v]): [string, string] => [n, n === 'execution' ? 'UPDATE_PROFILE' : v]),
    ]),
  'spelled first 2': (url) =>
    spell(url, (all) => [
      ['eXecution', 'CONFIGURE_TOTP'],
      ...all.map(([n, v]): [string, string] => [
        n === 'execution' ? 'executioN' : n,
        n === 'execution' ? 'UPDATE_PROFILE' : v,
      ]),
    ]),
  twice: (url) => spell(url, (all) => [...all, ['execution', 'UPDATE_PROFILE']]),
  'twice, before': (url) => spell(url, (all) => [['execution', 'UPDATE_PROFILE'], ...all]),
  'two spellings': (url) =>
    spell(url, (all) =>
      all.flatMap(([n, v]) =>
        n === 'execution'
          ? ([
              ['execUtion', v],
              ['executIon', 'UPDATE_PROFILE'],
            ] as [string, string][])
          : ([[n, v]] as [string, string][]),
      ),
    ),
};

describe('a page for a second factor, once the owner has set up theirs', () => {
  test.each(Object.keys(SPELLINGS))('adds nothing, however the form spells it: %s', async (name) => {
    const { user, agent, page } = await parkSetUp();
    const url = SPELLINGS[name]?.(actionOf(page, 'totp')) ?? '';
    const secret = hiddenValue(page, 'totpSecret');
    const end = await post(agent, url, {
      totp: oneTimePassword(secret),
      totpSecret: secret,
      userLabel: 'thief',
    });
    const types = (await credentialsOf(user))
      .filter(({ type }) => type === 'otp')
      .map(({ userLabel }) => userLabel ?? '');
    expect(types.includes('thief'), `${end.status} ${textOf(end)}`).toBe(false);
  });
});

test('a user who types the password after their session has expired isn’t locked out', async () => {
  const user = await realm.makeUser();
  const agent = new Agent();
  const end = await typePassword(agent, await startSignIn(realm, plain, agent), user);
  expect(codesIn([end]), textOf(end)).toBe(1);
  const page = await startSignIn(realm, plain, agent, { prompt: 'login' });
  expect(page.text).toContain('name="password"');
  const before = await (await admin()).realms.findOne({ realm: realm.name });
  await realm.update({ ssoSessionMaxLifespan: 1 });
  // Until its lifespan is over, in whole seconds.
  for (let seconds = 0; seconds < 3; seconds++) await passSecond();
  const again = await typePassword(agent, page, user);
  await realm.update({ ssoSessionMaxLifespan: before?.ssoSessionMaxLifespan });
  expect([again.status, codesIn([again])], textOf(again)).toEqual([302, 1]);
});

test('a device’s request, parked at its consent, gets nothing after a sign-out', async () => {
  const user = await realm.makeUser();
  const thief = new Agent();
  await typePassword(thief, await startSignIn(realm, plain, thief), user);
  const response = await fetch(`${realm.baseUrl}/protocol/openid-connect/auth/device`, {
    method: 'POST',
    body: new URLSearchParams({ client_id: byPassword.client_id, client_secret: 'secret', scope: 'openid' }),
  });
  const device = (await response.json()) as { verification_uri_complete: string; device_code: string };
  let page = await thief.open(device.verification_uri_complete);
  expect(page.text, textOf(page)).toContain('name="accept"');
  await logout(user);
  page = await thief.submit(page, { accept: 'Yes' });
  const tokens = await fetch(`${realm.baseUrl}/protocol/openid-connect/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
      device_code: device.device_code,
      client_id: byPassword.client_id,
      client_secret: 'secret',
    }),
  });
  expect([tokens.status, await countSessions(realm, user)], textOf(page)).toEqual([400, 0]);
});

test('a new password by “forgot password”, parked, isn’t set after a sign-out by an administrator', async () => {
  const user = await realm.makeUser();
  const thief = new Agent();
  const first = await startSignIn(realm, plain, thief);
  const forgot = /href="([^"]*reset-credentials[^"]*)"/.exec(first.text)?.[1]?.replaceAll('&amp;', '&') ?? '';
  const form = await thief.open(new URL(forgot, first.url).href);
  await thief.submit(form, { username: user.username });
  const link = actionLinkIn((await emailTo(user.email)).text);
  const page = await thief.open(link);
  expect(page.text, textOf(page)).toContain('name="password-new"');
  const before = await credentialsOf(user);
  await logout(user);
  const end = await thief.submit(page, {
    'password-new': 'Correct horse 2',
    'password-confirm': 'Correct horse 2',
  });
  expect([await credentialsOf(user), codesIn([end])], textOf(end)).toEqual([before, 0]);
});

describe('a parked form after a sign-out, in odd spellings', () => {
  const ODD: Record<string, (url: string) => string> = {
    Client_id: (url) => spell(url, (all) => all.map(([n, v]) => [n === 'client_id' ? 'Client_id' : n, v])),
    TAB_ID: (url) => spell(url, (all) => all.map(([n, v]) => [n === 'tab_id' ? 'TAB_ID' : n, v])),
    'other tab first': (url) => spell(url, (all) => [['tab_id', 'nope'], ...all]),
    'Tab_id of another first': (url) => spell(url, (all) => [['Tab_id', 'nope'], ...all]),
    'no execution': (url) => spell(url, (all) => all.filter(([n]) => n !== 'execution')),
    'no session_code': (url) => spell(url, (all) => all.filter(([n]) => n !== 'session_code')),
    'double slash': (url) => url.replace('/login-actions/', '/login-actions//'),
    'encoded path': (url) => url.replace('/login-actions/', '/login%2Dactions/'),
  };
  test.each(Object.keys(ODD))('does nothing: %s', async (name) => {
    const user = await realm.makeUser({ requiredActions: ['UPDATE_PASSWORD'] });
    const { agent, link } = await requestByStep(realm, target, user);
    const page = await openAndConfirm(link, agent);
    const before = await credentialsOf(user);
    await logout(user);
    const url = ODD[name]?.(actionOf(page, 'password-new')) ?? '';
    const end = await post(agent, url, {
      'password-new': 'Correct horse 2',
      'password-confirm': 'Correct horse 2',
    });
    expect(
      [await credentialsOf(user), codesIn([end]), await countSessions(realm, user)],
      textOf(end),
    ).toEqual([before, 0, 0]);
  });
});

test('a SAML client’s tab gets nothing after a sign-out', async () => {
  const PROTOCOL = 'urn:oasis:names:tc:SAML:2.0:protocol';
  const ASSERTION = 'urn:oasis:names:tc:SAML:2.0:assertion';
  const ACS = 'http://localhost:9/acs';
  const client = await realm.makeClient(
    [
      { provider: 'auth-cookie', requirement: 'ALTERNATIVE' },
      { provider: LINK, requirement: 'ALTERNATIVE' },
    ],
    {
      protocol: 'saml',
      redirectUris: [ACS],
      protocolMappers: [],
      consentRequired: true,
      attributes: {
        saml_assertion_consumer_url_post: ACS,
        'saml.client.signature': 'false',
        'saml.force.post.binding': 'true',
      },
    },
  );
  const send = async (agent: Agent) => {
    const xml = `<samlp:AuthnRequest xmlns:samlp="${PROTOCOL}" xmlns:saml="${ASSERTION}" ID="_${randomBytes(8).toString('hex')}" Version="2.0" IssueInstant="${new Date().toISOString()}" AssertionConsumerServiceURL="${ACS}"><saml:Issuer>${client.client_id}</saml:Issuer></samlp:AuthnRequest>`;
    return await post(agent, `${realm.baseUrl}/protocol/saml`, {
      SAMLRequest: Buffer.from(xml).toString('base64'),
      RelayState: 'relay',
    });
  };
  for (const way of ['link', 'session'] as const) {
    const user = await realm.makeUser();
    const thief = new Agent();
    if (way === 'session') {
      const { link } = await requestByStep(realm, other, user, thief);
      await openAndConfirm(link, thief);
    }
    let page = await send(thief);
    if (way === 'link') {
      const { link } = await requestBy(thief, user, () => typeAddress(thief, page, user));
      page = await openAndConfirm(link, thief);
    }
    expect(page.text, `${way} ${textOf(page)}`).toContain('name="accept"');
    await logout(user);
    const end = await thief.submit(page, { accept: 'Yes' });
    expect([/SAMLResponse/i.test(end.text), await countSessions(realm, user)], textOf(end)).toEqual([
      false,
      0,
    ]);
  }
});

test('a tab after a one-time password, proven by a password, gets nothing after a sign-out', async () => {
  const user = await realm.makeUser();
  const thief = new Agent();
  const page = await typePassword(
    thief,
    await startSignIn(realm, byPassword, thief, { prompt: 'consent' }),
    user,
  );
  expect(page.text, textOf(page)).toContain('name="accept"');
  await logout(user);
  const restarted = await thief.open(
    page.url
      .replace('/login-actions/consent', '/login-actions/restart')
      .replace('/login-actions/required-action', '/login-actions/restart'),
  );
  expect([codesIn([restarted]), /name="accept"/.test(restarted.text)], textOf(restarted)).toEqual([0, false]);
  const end = await thief.submit(page, { accept: 'Yes' });
  expect([codesIn([end]), await countSessions(realm, user)], textOf(end)).toEqual([0, 0]);
});

test.each(['client_id', 'Client_id', 'TAB_ID'])(
  'a password in a user store isn’t changed from a parked tab after a sign-out, by a form that says %s',
  async (name) => {
    const uid = `ada${randomBytes(4).toString('hex')}`;
    const ldap = await startLdap([{ uid, email: `${uid}@example.test` }]);
    const unfederate = await federate(realm.name, ldap.url, {
      editMode: 'WRITABLE',
      importEnabled: 'true',
      trustEmail: 'true',
    });
    try {
      const [found] = await (await admin()).users.find({ realm: realm.name, search: uid });
      const user: StepUser = {
        id: found?.id ?? '',
        username: uid,
        email: `${uid}@example.test`,
        password: 'Correct horse 9',
      };
      await realm.changeUser(user, { requiredActions: ['UPDATE_PASSWORD'], emailVerified: true });
      const { agent, link } = await requestByStep(realm, target, user);
      const page = await openAndConfirm(link, agent);
      expect(page.text, textOf(page)).toContain('name="password-new"');
      await logout(user);
      const url = spell(actionOf(page, 'password-new'), (all) =>
        all.map(([n, v]) => [n === name.toLowerCase() ? name : n, v]),
      );
      const end = await post(agent, url, {
        'password-new': user.password,
        'password-confirm': user.password,
      });
      await realm.changeUser(user, { requiredActions: [] });
      const fresh = new Agent();
      const tried = await typePassword(fresh, await startSignIn(realm, plain, fresh), user);
      expect(codesIn([tried]), `${end.status} ${textOf(end)}`).toBe(0);
    } finally {
      await unfederate();
      await ldap.stop();
    }
  },
);
