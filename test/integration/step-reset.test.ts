/** The step in the flow of *Forgot password*: what it says, where it works, and what it does to an unverified account (contract, section 10). */
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ROOT } from '../../scripts/build/root.ts';
import { admin } from '../support/admin.ts';
import { Agent, type Page } from '../support/agent.ts';
import { textOf } from '../support/check-email-page.ts';
import { emailsTo, emailTo, linkIn } from '../support/email.ts';
import { TAGS, textsIn, textsOf } from '../support/messages.ts';
import type { SiteClient } from '../support/site.ts';
import { makeStepProvider, type StepProvider } from '../support/step-provider.ts';
import {
  countSessions,
  LINK,
  makeStepRealm,
  openAndConfirm,
  STEP_PASSWORD,
  type StepRealm,
  type StepUser,
  signedInAs,
  startSignIn,
} from '../support/step-realm.ts';
import { forget, requestReset, resetParts, setPassword } from '../support/step-reset.ts';
import { unisolated } from '../support/unisolated.ts';

const NEW_PASSWORD = 'Another horse 2';

/** A one-time password as a stranger may have set it up. */
const OTP = {
  type: 'otp',
  userLabel: 'phone',
  secretData: JSON.stringify({ value: 'strangers-secret' }),
  credentialData: JSON.stringify({ subType: 'totp', digits: 6, period: 30, algorithm: 'HmacSHA1' }),
};
const PASSWORD = { type: 'password', value: STEP_PASSWORD, temporary: false };

let realm: StepRealm;
let client: SiteClient;
let consenting: SiteClient;
let provider: StepProvider;
beforeAll(async () => {
  realm = await makeStepRealm({ loginTheme: 'keycloak.v2', emailTheme: 'base' });
  client = await realm.makeClient([{ provider: 'auth-username-password-form' }]);
  consenting = await realm.makeClient([{ provider: 'auth-username-password-form' }], {
    consentRequired: true,
  });
  provider = await makeStepProvider(realm);
  const { alias } = await realm.makeFlow(
    resetParts({ emailContains: 'link-and-code', unverified: 'reject' }),
  );
  await realm.update({ resetCredentialsFlow: alias });
});
afterAll(async () => {
  await provider?.close();
  await realm?.remove();
});

/** Signs in by the password as far as it leads. */
async function byPassword(
  agent: Agent,
  at: SiteClient,
  { username }: StepUser,
  password: string,
): Promise<Page> {
  return await agent.submit(await startSignIn(realm, at, agent), { username, password });
}

async function credentialsOf({ id }: StepUser): Promise<unknown[]> {
  const found = await (await admin()).users.getCredentials({ realm: realm.name, id });
  return found.map(({ type }) => type).sort();
}

async function providersOf({ id }: StepUser): Promise<unknown[]> {
  return await (await admin()).users.listFederatedIdentities({ realm: realm.name, id });
}

describe('what it is for', () => {
  test('is said by each page', async () => {
    const user = await realm.makeUser();
    const { first, page, link, agent } = await requestReset(realm, client, user);
    for (const shown of [first, page, await agent.open(link)]) {
      // Keycloak's own title of every page names the realm.
      const text = textOf({
        text: shown.text.replace(/<title>[^<]*<\/title>|<header[\s\S]*?<\/header>/g, ''),
      });
      expect(text).toMatch(/new password/);
      expect(text).not.toMatch(/[Ss]ign in to|signs you in as/);
    }
  });

  test.each(TAGS)('is said by the email and the link’s page in %s', async (language) => {
    const own = path.join(ROOT, 'theme', 'theme-resources', 'messages', `messages_${language}.properties`);
    const texts = new Map([...textsOf('email', language), ...textsIn(own)]);
    const text = (key: string, value = '') =>
      (texts.get(key) ?? key).replaceAll("''", "'").replaceAll('{0}', value);
    const user = await realm.makeUser({ attributes: { locale: [language] } });
    const { agent, page: first } = await forget(realm, client, user.username);
    await agent.submit(first, { action: 'send' });
    const email = await emailTo(user.email);
    expect(email.subject).toBe(text('linkgateResetSubject', 'Orders'));
    for (const body of [email.text, email.html])
      expect(unisolated(body)).toContain(text('linkgateResetIntro', 'Orders'));
    expect(email.html).toContain(text('linkgateResetButton'));
    const page = await agent.open(linkIn(email));
    expect(page.text).toContain(text('linkgateResetConfirmTitle'));
  });
});

test('the email of the theme linkgate says what it is for, too', async () => {
  await realm.update({ emailTheme: 'linkgate' });
  const user = await realm.makeUser();
  await requestReset(realm, client, user);
  await realm.update({ emailTheme: 'base' });
  const { subject, text, html } = await emailTo(user.email);
  expect(subject).toBe('Reset your password for Orders');
  for (const body of [text, html]) expect(body).toContain('Reset your password');
  expect(text).toContain('Open this link to set a new password for Orders:');
  expect(html).toContain('Set a new password');
});

describe('the new password', () => {
  test('is set on another device, which is signed in then', async () => {
    const user = await realm.makeUser();
    const { link, page } = await requestReset(realm, client, user);
    expect(textOf(page)).toContain('If you open the link on another device');
    const device = new Agent();
    const end = await setPassword(device, await openAndConfirm(link, device), NEW_PASSWORD);
    expect(await signedInAs(realm, client, end)).toBe(user.id);
    expect(textOf(await byPassword(new Agent(), client, user, STEP_PASSWORD))).toContain('Invalid');
    expect(await signedInAs(realm, client, await byPassword(new Agent(), client, user, NEW_PASSWORD))).toBe(
      user.id,
    );
  });

  test('leaves what a verified account has', async () => {
    const user = await realm.makeUser({ credentials: [PASSWORD, OTP] });
    await provider.linkTo(user);
    const { agent, link } = await requestReset(realm, client, user);
    // The flow asks to set up a new one.
    expect((await openAndConfirm(link, agent)).text).toContain('name="totpSecret"');
    expect(await credentialsOf(user)).toEqual(['otp', 'password']);
    expect(await providersOf(user)).toHaveLength(1);
  });

  test('isn’t for another device once another flow is bound', async () => {
    const user = await realm.makeUser();
    const { link, agent } = await requestReset(realm, client, user);
    const representation = await (await admin()).realms.findOne({ realm: realm.name });
    const { alias } = await realm.makeFlow(resetParts());
    await realm.update({ resetCredentialsFlow: alias });
    try {
      expect((await new Agent().open(link)).status).toBe(403);
    } finally {
      await realm.update({ resetCredentialsFlow: representation?.resetCredentialsFlow });
    }
    await setPassword(agent, await openAndConfirm(link, agent), NEW_PASSWORD);
  });
});

/** Where the owner of the address opens the link. */
const DEVICES: Record<string, (requesting: Agent) => Agent> = {
  'in the same browser': (requesting) => requesting,
  'on another device': () => new Agent(),
};

describe.each(Object.entries(DEVICES))('the owner of an unverified account’s address, %s', (_, choose) => {
  test('takes it over: all that was there before is gone', async () => {
    const user = await realm.makeUser({ emailVerified: false });
    const stranger = { session: new Agent(), tab: new Agent() };
    expect(
      await signedInAs(realm, client, await byPassword(stranger.session, client, user, STEP_PASSWORD)),
    ).toBe(user.id);
    const parked = await byPassword(stranger.tab, consenting, user, STEP_PASSWORD);
    expect(parked.text).toContain('name="accept"');
    await realm.changeUser(user, { credentials: [OTP] });
    await provider.linkTo(user);
    expect(await credentialsOf(user)).toEqual(['otp', 'password']);

    const { agent, link } = await requestReset(realm, client, user);
    const device = choose(agent);
    const end = await setPassword(device, await openAndConfirm(link, device), NEW_PASSWORD);
    expect(await signedInAs(realm, client, end)).toBe(user.id);

    expect(await credentialsOf(user)).toEqual(['password']);
    expect(await providersOf(user)).toEqual([]);
    expect(await countSessions(realm, user)).toBe(1);
    expect((await stranger.tab.submit(parked, { accept: 'yes' })).status).toBe(403);
    expect(textOf(await startSignIn(realm, client, stranger.session, { prompt: '' }))).toContain(
      'Sign in to your account',
    );
    expect(textOf(await byPassword(new Agent(), client, user, STEP_PASSWORD))).toContain('Invalid');
    const stored = await (await admin()).users.findOne({ realm: realm.name, id: user.id });
    expect(stored?.emailVerified).toBe(true);
  });
});

test('an unverified account that is known by its password only verifies its address', async () => {
  const { alias: before } = await realm.makeFlow(resetParts());
  const { alias } = await realm.makeFlow([
    { provider: 'auth-username-password-form' },
    { provider: LINK },
    { provider: 'reset-password' },
  ]);
  await realm.update({ resetCredentialsFlow: alias });
  const user = await realm.makeUser({ emailVerified: false, credentials: [PASSWORD, OTP] });
  const agent = new Agent();
  const first = await agent.open(
    `${realm.baseUrl}/login-actions/reset-credentials?client_id=${client.client_id}`,
  );
  const known = await agent.submit(first, { username: user.username, password: STEP_PASSWORD });
  await agent.submit(known, { action: 'send' });
  const link = linkIn(await emailTo(user.email));
  await setPassword(agent, await openAndConfirm(link, agent), NEW_PASSWORD);
  expect(await credentialsOf(user)).toEqual(['otp', 'password']);
  await realm.update({ resetCredentialsFlow: before });
});

test('a link of a sign-in isn’t sent to an unverified account all the same', async () => {
  const signingIn = await realm.makeClient([{ provider: LINK }]);
  const user = await realm.makeUser({ emailVerified: false });
  const agent = new Agent();
  const first = await startSignIn(realm, signingIn, agent);
  await agent.submit(first, { email: user.email, action: 'send' });
  // The one that is sent after it is the only one.
  await requestReset(realm, client, user);
  expect(await emailsTo(user.email)).toHaveLength(1);
});
