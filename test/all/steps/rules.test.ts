/** What the step does with addresses, accounts, settings, sessions and requests that are out of the ordinary. */

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { admin } from '../../support/admin.ts';
import { Agent, type Page } from '../../support/agent.ts';
import { waitUntilLocked } from '../../support/brute-force.ts';
import { textOf } from '../../support/check-email-page.ts';
import { emailsTo, emailTo, linkIn, newAddress } from '../../support/email.ts';
import { eventsSince, storeEvents } from '../../support/events.ts';
import type { Part } from '../../support/flows.ts';
import type { SiteClient } from '../../support/site.ts';
import {
  claimsAt,
  LINK,
  makeStepRealm,
  openAndConfirm,
  openInAll,
  type StepRealm,
  type StepUser,
  signedInAs,
  startSignIn,
} from '../../support/step-realm.ts';

let realm: StepRealm;
let client: SiteClient;
beforeAll(async () => {
  realm = await makeStepRealm({ loginTheme: 'keycloak.v2', emailTheme: 'keycloak' });
  client = await realm.makeClient([{ provider: LINK, config: { emailContains: 'link-and-code' } }]);
});
afterAll(async () => await realm?.remove());

/** Types a name or address on the client's sign-in page. */
async function request(typed: string, at = client, agent = new Agent()) {
  const first = await startSignIn(realm, at, agent);
  return { agent, page: await agent.submit(first, { email: typed, action: 'send' }) };
}

async function linkTo(typed: string, email: string, at = client, agent = new Agent()) {
  const before = (await emailsTo(email)).length;
  const { page } = await request(typed, at, agent);
  return { agent, page, link: linkIn(await emailTo(email, before + 1)) };
}

/** What a page says, with what was typed replaced. */
const saying = (page: Page, typed: string) => textOf(page).replaceAll(typed, '…');

/** That no email came: a later one to another address has. */
async function noEmailTo(email: string): Promise<void> {
  const other = await realm.makeUser();
  await linkTo(other.username, other.email);
  expect(await emailsTo(email)).toEqual([]);
}

describe('the response', () => {
  test('is the same for an account, an unknown address and an unknown name; only the account gets an email', async () => {
    const user = await realm.makeUser();
    const unknown = newAddress();
    const pages = [];
    for (const typed of [user.email, user.username, unknown, `nobody-${user.username}`])
      pages.push(saying((await request(typed)).page, typed));
    expect(new Set(pages).size, pages.join('\n')).toBe(1);
    await emailTo(user.email, 2);
    await noEmailTo(unknown);
  });

  test('to an empty field asks again', async () => {
    expect(textOf((await request(' ')).page)).toContain('Enter a valid email address');
  });

  test('to a wrong code says how many tries are left', async () => {
    const user = await realm.makeUser();
    const { agent, page } = await linkTo(user.username, user.email);
    const { text } = await emailTo(user.email);
    const code = (Number(/^\d{6}$/m.exec(text)?.[0]) + 1) % 1_000_000;
    const again = await agent.submit(page, { code: String(code).padStart(6, '0') });
    expect(textOf(again)).toContain('You have 4 more tries');
  });
});

describe('an unverified account', () => {
  test('with a password gets no link', async () => {
    const user = await realm.makeUser({ emailVerified: false });
    const { page } = await request(user.email);
    expect(textOf(page)).toContain('Check your email');
    await noEmailTo(user.email);
  });

  test('without credentials is verified by the link', async () => {
    const user = await realm.makeUser({ emailVerified: false, credentials: [] });
    const { agent, link } = await linkTo(user.email, user.email);
    expect(await signedInAs(realm, client, await openAndConfirm(link, agent))).toBe(user.id);
    const stored = await (await admin()).users.findOne({ realm: realm.name, id: user.id });
    expect(stored?.emailVerified).toBe(true);
  });

  test('that got a password after the link was sent isn’t signed in, and keeps it', async () => {
    const user = await realm.makeUser({ emailVerified: false, credentials: [] });
    const { agent, link } = await linkTo(user.email, user.email);
    const credential = { type: 'password', value: 'Another horse 1', temporary: false };
    await (await admin()).users.resetPassword({ realm: realm.name, id: user.id, credential });
    const page = await openAndConfirm(link, agent);
    expect(textOf(page)).toContain('Sign-in cannot continue with this email');
    const credentials = await (await admin()).users.getCredentials({ realm: realm.name, id: user.id });
    expect(credentials.map(({ type }) => type)).toEqual(['password']);
  });

  test('loses its credentials to the link where the step says "claim"', async () => {
    const claiming = await realm.makeClient([{ provider: LINK, config: { unverified: 'claim' } }]);
    const user = await realm.makeUser({ emailVerified: false });
    const { agent, link } = await linkTo(user.email, user.email, claiming);
    expect(await signedInAs(realm, claiming, await openAndConfirm(link, agent))).toBe(user.id);
    expect(await (await admin()).users.getCredentials({ realm: realm.name, id: user.id })).toEqual([]);
  });

  test('keeps its password where that was given in the same tab, and is verified', async () => {
    const both = await realm.makeClient([{ provider: 'auth-username-password-form' }, { provider: LINK }]);
    const user = await realm.makeUser({ emailVerified: false });
    const agent = new Agent();
    const first = await startSignIn(realm, both, agent);
    const { username, password } = user;
    const page = await agent.submit(await agent.submit(first, { username, password }), { action: 'send' });
    expect(textOf(page)).toContain('Check your email');
    const link = linkIn(await emailTo(user.email));
    expect(await signedInAs(realm, both, await openAndConfirm(link, agent))).toBe(user.id);
    const api = await admin();
    expect(await api.users.getCredentials({ realm: realm.name, id: user.id })).toHaveLength(1);
    expect((await api.users.findOne({ realm: realm.name, id: user.id }))?.emailVerified).toBe(true);
  });
});

describe('a user who can’t sign in', () => {
  /** The page must be the same as for an unknown address, which gets no email either. */
  async function expectNothingSentTo({ email }: StepUser) {
    const unknown = newAddress();
    expect(saying((await request(email)).page, email)).toBe(saying((await request(unknown)).page, unknown));
  }

  test('because the account is disabled gets no email, and the same page', async () => {
    const user = await realm.makeUser({ enabled: false });
    await expectNothingSentTo(user);
    await noEmailTo(user.email);
  });

  test('because of brute-force protection gets no email, and the same page; an earlier link waits', async () => {
    const forms = await realm.makeClient([{ provider: 'auth-username-password-form' }]);
    const user = await realm.makeUser();
    const { agent, link } = await linkTo(user.email, user.email);
    const { attackDetection } = await admin();
    const at = { realm: realm.name, id: user.id };
    await realm.update({ bruteForceProtected: true, failureFactor: 1, waitIncrementSeconds: 600 });
    try {
      const guesser = new Agent();
      const form = await startSignIn(realm, forms, guesser);
      await guesser.submit(form, { username: user.username, password: 'wrong' });
      await waitUntilLocked(realm.name, user.id);
      await expectNothingSentTo(user);
      expect((await openAndConfirm(link, agent)).headers.get('location')).toBe(null);
      await attackDetection.del(at);
      expect(await signedInAs(realm, client, await openAndConfirm(link, agent))).toBe(user.id);
    } finally {
      await realm.update({ bruteForceProtected: false });
    }
    await linkTo(user.email, user.email);
    expect(await emailsTo(user.email)).toHaveLength(2);
  });
});

describe('required actions', () => {
  test('follow the link', async () => {
    const user = await realm.makeUser({ requiredActions: ['UPDATE_PASSWORD'] });
    const { agent, link } = await linkTo(user.email, user.email);
    const page = await openAndConfirm(link, agent);
    const fields = { 'password-new': 'Another horse 1', 'password-confirm': 'Another horse 1' };
    expect(await signedInAs(realm, client, await agent.submit(page, fields))).toBe(user.id);
  });

  test('don’t verify an address again that the link has verified', async () => {
    const user = await realm.makeUser({
      emailVerified: false,
      credentials: [],
      requiredActions: ['VERIFY_EMAIL'],
    });
    const { agent, link } = await linkTo(user.email, user.email);
    expect(await signedInAs(realm, client, await openAndConfirm(link, agent))).toBe(user.id);
    expect(await emailsTo(user.email)).toHaveLength(1);
  });
});

describe('sign-up', () => {
  test('is open only if both the step and the realm say so', async () => {
    const open = await realm.makeClient([{ provider: LINK, config: { signUp: 'open' } }]);
    const email = newAddress();
    await request(email, open);
    await noEmailTo(email);
    await realm.update({ registrationAllowed: true });
    try {
      const { agent, link } = await linkTo(email, email, open);
      const page = await openAndConfirm(link, agent);
      const [user] = await (await admin()).users.find({ realm: realm.name, email });
      expect(user?.emailVerified).toBe(true);
      // The realm's user profile wants a name of new users.
      expect(textOf(page)).toContain('First name');
    } finally {
      await realm.update({ registrationAllowed: false });
    }
  });
});

describe('a user without an address', () => {
  test('can’t pass a REQUIRED step, as with any credential that isn’t set up', async () => {
    const second = await realm.makeClient([{ provider: 'auth-username-password-form' }, { provider: LINK }]);
    const { username, password } = await realm.makeUser({ email: '' });
    const agent = new Agent();
    const page = await agent.submit(await startSignIn(realm, second, agent), { username, password });
    expect([page.status, textOf(page)]).toEqual([400, expect.stringContaining('credential setup required')]);
  });
});

describe('a CONDITIONAL step for those who can pass it', () => {
  test('is skipped for a user without an address', async () => {
    const second = await realm.makeClient([
      { provider: 'auth-username-password-form' },
      {
        requirement: 'CONDITIONAL',
        parts: [{ provider: 'conditional-user-configured' }, { provider: LINK }],
      },
    ]);
    const { username, password } = await realm.makeUser({ email: '' });
    const agent = new Agent();
    const page = await agent.submit(await startSignIn(realm, second, agent), { username, password });
    // The realm's user profile wants an address.
    expect(textOf(page)).toContain('Update Account Information');
  });
});

describe('an ALTERNATIVE step', () => {
  test.each([
    ['isn’t offered to a user without an address', '', false],
    ['is offered to a user with one', undefined, true],
  ])('%s', async (_, email, isOffered) => {
    const either = await realm.makeClient([
      { provider: 'auth-username-form' },
      {
        requirement: 'REQUIRED',
        parts: [
          { provider: 'auth-password-form', requirement: 'ALTERNATIVE' },
          { provider: LINK, requirement: 'ALTERNATIVE' },
        ],
      },
    ]);
    const { username, password } = await realm.makeUser(email === undefined ? {} : { email });
    const agent = new Agent();
    const page = await agent.submit(await startSignIn(realm, either, agent), { username });
    expect(page.text.includes('name="tryAnotherWay"')).toBe(isOffered);
    // The realm's user profile wants an address.
    const end = await agent.submit(page, { password });
    expect(end.headers.has('location')).toBe(isOffered);
    if (!isOffered) expect(textOf(end)).toContain('Update Account Information');
  });
});

describe('a step for a level of authentication', () => {
  const LEVEL = 'conditional-level-of-authentication';
  const level = (value: string, ...parts: readonly Part[]): Part => ({
    requirement: 'CONDITIONAL',
    parts: [{ provider: LEVEL, config: { 'loa-condition-level': value, 'loa-max-age': '36000' } }, ...parts],
  });

  test.each(['the requesting', 'another'])(
    'gives that level in %s browser, and amr as it says',
    async (where) => {
      const leveled = await realm.makeClient([
        level('1', {
          provider: LINK,
          config: { 'default.reference.value': 'email', 'default.reference.maxAge': '60' },
        }),
        level('2', { provider: 'auth-otp-form' }),
      ]);
      const user = await realm.makeUser();
      const { agent, link } = await linkTo(user.email, user.email, leveled);
      const end = await openAndConfirm(link, where === 'another' ? new Agent() : agent);
      expect(await claimsAt(realm, leveled, end)).toMatchObject({ sub: user.id, acr: '1', amr: ['email'] });
    },
  );
});

describe('events', () => {
  test('report each link as sent, used once, and rejected wherever else it is clicked', async () => {
    const restore = await storeEvents(realm.name);
    try {
      const since = Date.now();
      const user = await realm.makeUser();
      const { link } = await linkTo(user.email, user.email);
      const press = await openInAll(link, [new Agent(), new Agent(), new Agent()]);
      await press();
      const events = await eventsSince(realm.name, since);
      const found = events.flatMap(({ details }) =>
        details?.linkgate ? [[details.linkgate, details.reason ?? details.method]] : [],
      );
      expect(found.sort()).toEqual([
        ['link_rejected', 'used'],
        ['link_rejected', 'used'],
        ['link_sent', undefined],
        ['link_used', 'link'],
      ]);
    } finally {
      await restore();
    }
  });
});

describe('two steps with two settings', () => {
  test('each have their own: a lifetime, and a code', async () => {
    const user = await realm.makeUser();
    const [short, long] = [
      await realm.makeClient([
        { provider: LINK, config: { lifetime: '60', emailContains: 'link-and-code' } },
      ]),
      await realm.makeClient([{ provider: LINK, config: { lifetime: '7200' } }]),
    ];
    const [one, other] = [await request(user.email, short), await request(user.email, long)];
    expect(textOf(one.page)).toMatch(/one-time code .*valid for one minute /);
    expect(textOf(other.page)).toMatch(/valid for 2 hours/);
    expect(textOf(other.page)).not.toContain('one-time code');
  });

  test('a link is rejected once its step is disabled', async () => {
    const user = await realm.makeUser();
    const own = await realm.makeClient([{ provider: LINK }]);
    const { agent, link } = await linkTo(user.email, user.email, own);
    await realm.disableSteps(own);
    const page = await agent.open(link);
    expect([page.status, textOf(page)]).toEqual([401, expect.stringContaining('no longer works')]);
  });
});

describe('a link', () => {
  test('is used only once, also by simultaneous clicks', async () => {
    const user = await realm.makeUser();
    const { link } = await linkTo(user.email, user.email);
    const press = await openInAll(link, [new Agent(), new Agent(), new Agent(), new Agent()]);
    const ends = await press();
    const codes = ends.filter(({ headers }) => headers.get('location')?.includes('code='));
    expect(codes).toHaveLength(1);
    const again = await new Agent().open(link);
    expect([again.status, textOf(again)]).toEqual([401, expect.stringContaining('has been used')]);
  });

  test('isn’t used by opening it, nor by another site’s form', async () => {
    const user = await realm.makeUser();
    const { agent, link } = await linkTo(user.email, user.email);
    await new Agent().open(link);
    const forged = await new Agent().open(link, {
      method: 'POST',
      body: new URLSearchParams({ confirm: 'x' }),
    });
    expect(textOf(forged)).toContain(`Continue as ${user.email}`);
    expect(await signedInAs(realm, client, await openAndConfirm(link, agent))).toBe(user.id);
  });

  test('is deleted with its account and with its client', async () => {
    const own = await makeStepRealm({ loginTheme: 'keycloak.v2', emailTheme: 'keycloak' });
    const api = await admin();
    const isGone = async (link: string) => (await new Agent().open(link)).status === 404;
    const requested = async () => {
      const target = await own.makeClient([{ provider: LINK }]);
      const user = await own.makeUser();
      const agent = new Agent();
      await agent.submit(await startSignIn(own, target, agent), { email: user.email, action: 'send' });
      return { target, user, link: linkIn(await emailTo(user.email)) };
    };
    const [ofUser, ofClient] = [await requested(), await requested()];
    await api.users.del({ realm: own.name, id: ofUser.user.id });
    expect([await isGone(ofUser.link), await isGone(ofClient.link)]).toEqual([true, false]);
    const [{ id = '' } = {}] = await api.clients.find({
      realm: own.name,
      clientId: ofClient.target.client_id,
    });
    await api.clients.del({ realm: own.name, id });
    expect(await isGone(ofClient.link)).toBe(true);
    await own.remove();
  });

  test('names the user whom it signs out', async () => {
    const [one, other] = [await realm.makeUser(), await realm.makeUser()];
    const agent = new Agent();
    const first = await linkTo(one.email, one.email, client, agent);
    expect(await signedInAs(realm, client, await openAndConfirm(first.link, agent))).toBe(one.id);
    const second = await linkTo(other.email, other.email);
    const page = await agent.open(second.link);
    expect(textOf(page)).toContain(`You are signed in as ${one.email} in this browser`);
    expect(await signedInAs(realm, client, await openAndConfirm(second.link, agent))).toBe(other.id);
    const sessions = await (await admin()).users.listSessions({ realm: realm.name, id: one.id });
    expect(sessions).toEqual([]);
  });

  test('isn’t used where it would have to sign out another user in the middle of a flow', async () => {
    const both = await realm.makeClient([{ provider: 'auth-username-password-form' }, { provider: LINK }]);
    const [one, other] = [await realm.makeUser(), await realm.makeUser()];
    const agent = new Agent();
    const first = await linkTo(one.email, one.email, client, agent);
    expect(await signedInAs(realm, client, await openAndConfirm(first.link, agent))).toBe(one.id);
    const { username, password } = other;
    const second = await agent.submit(await startSignIn(realm, both, agent), { username, password });
    await agent.submit(second, { action: 'send' });
    const page = await agent.open(linkIn(await emailTo(other.email)));
    expect([page.status, textOf(page)]).toEqual([403, expect.stringContaining('Another user is signed in')]);
    expect(textOf(page)).toContain(`You are signed in as ${one.email}`);
  });

  test('works where the user has chosen another way meanwhile', async () => {
    const both = await realm.makeClient([
      { provider: LINK, requirement: 'ALTERNATIVE' },
      { provider: 'auth-username-password-form', requirement: 'ALTERNATIVE' },
    ]);
    const user = await realm.makeUser();
    const { agent, page, link } = await linkTo(user.email, user.email, both);
    const ways = await agent.submit(page, { tryAnotherWay: 'on' });
    const id = [...ways.text.matchAll(/authenticationExecution[\s\S]*?value="([^"]+)"/g)].at(-1)?.[1] ?? '';
    expect((await agent.submit(ways, { authenticationExecution: id })).text).toContain('name="password"');
    expect(await signedInAs(realm, both, await openAndConfirm(link, agent))).toBe(user.id);
  });
});

describe('a path of Linkgate’s', () => {
  test.each([
    ['verify-email', {}],
    ['verify-email?token=x', {}],
    ['verify-email/x', {}],
    ['sign-in-state', {}],
    ['sign-in-state?tab_id=x', { cookie: 'LINKGATE_WAITING=x' }],
    ['request-magic-link', {}],
    ['session', {}],
    ['auth', {}],
    ['token', {}],
  ])('is Keycloak’s own 404: /%s', async (path, headers) => {
    const none = await fetch(`${realm.baseUrl}/no-such-path`);
    const response = await fetch(`${realm.baseUrl}/${path}`, { headers });
    const of = async (one: Response) => [one.status, one.headers.get('content-type'), await one.text()];
    expect(await of(response)).toEqual(await of(none));
  });
});
