/** Invitations in a stock realm with the step (contract, section 4.16): the client's own flow finishes them. */

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { admin } from '../support/admin.ts';
import { Agent, type Page } from '../support/agent.ts';
import { requireCodeAlone, textOf } from '../support/check-email-page.ts';
import { emailsTo, emailTo, linkIn, newAddress } from '../support/email.ts';
import { eventsSince, registrationsSince, storeEvents } from '../support/events.ts';
import type { Part } from '../support/flows.ts';
import {
  ALLOW,
  type Batch,
  callAdmin,
  type Invitation,
  invitationIn,
  invitationOf,
  invited,
  optOutIn,
  untilState,
} from '../support/invitations.ts';
import { PATIENT } from '../support/patience.ts';
import type { SiteClient } from '../support/site.ts';
import {
  confirmIn,
  LINK,
  makeStepRealm,
  openAndConfirm,
  openInAll,
  type StepRealm,
  signedInAs,
  startSignIn,
} from '../support/step-realm.ts';

const STEP: Part = { provider: LINK, requirement: 'ALTERNATIVE' };
const COOKIE: Part = { provider: 'auth-cookie', requirement: 'ALTERNATIVE' };
const PASSWORD: Part = { provider: 'auth-username-password-form', requirement: 'ALTERNATIVE' };
const HOME = 'http://localhost:9/home';
const ADA = { first_name: 'Ada', last_name: 'Lovelace' };
const EXEMPT = { 'linkgate.limit.exempt': '127.0.0.1, ::1' };
const ON = { ...EXEMPT, [ALLOW]: 'true' };

let realm: StepRealm;
let client: SiteClient;
beforeAll(async () => {
  realm = await makeStepRealm({ loginTheme: 'keycloak.v2', emailTheme: 'base' }, { attributes: ON });
  client = await makeHomeClient([COOKIE, PASSWORD, STEP]);
});
afterAll(async () => await realm?.remove());

const makeHomeClient = async (parts: readonly Part[], fields: Record<string, unknown> = {}) =>
  await realm.makeClient(parts, { baseUrl: HOME, ...fields });

/** Invites a new user to the client; returns the link. */
const inviteTo = async (to: SiteClient, email: string, fields: Record<string, unknown> = ADA) =>
  await invited(email, to, fields, realm.name);

const stateOf = async (email: string) => (await invitationOf(email, { realm: realm.name })).state;

/** Opens the invitation's page and presses its button. */
const accept = openAndConfirm;

async function accountsOf(email: string) {
  return await (await admin()).users.find({ realm: realm.name, email });
}

/** Presses the button without following where it leads. */
async function press(agent: Agent, page: Page): Promise<string> {
  const action = /<form action="([^"]+\/invitation\?[^"]*)"/.exec(page.text)?.[1] ?? '';
  const token = /name="token" value="([^"]+)"/.exec(page.text)?.[1] ?? '';
  const body = new URLSearchParams({ token, confirm: confirmIn(page) });
  const pressed = await agent.request(action.replaceAll('&amp;', '&'), { method: 'POST', body });
  return pressed.headers.get('location') ?? '';
}

describe('a new user', () => {
  test('has an account once the button is pressed, and a session at the client’s home, with sign-up closed', async () => {
    const restore = await storeEvents(realm.name);
    const since = Date.now();
    const email = newAddress();
    const link = await inviteTo(client, email, { ...ADA, language: 'fr' });
    const agent = new Agent();
    const page = await agent.open(link);
    expect([page.status, textOf(page)]).toEqual([200, expect.stringContaining(email)]);
    expect(page.text).toContain('lang="fr"');
    expect([await stateOf(email), await accountsOf(email)]).toEqual(['opened', []]);
    const end = await accept(link, agent);
    expect([end.status, end.headers.get('location')]).toEqual([303, HOME]);
    const [user] = await accountsOf(email);
    expect(user).toMatchObject({ emailVerified: true, firstName: 'Ada', lastName: 'Lovelace' });
    expect(user?.attributes?.locale).toEqual(['fr']);
    expect(await stateOf(email)).toBe('accepted');
    expect(await signedInAs(realm, client, await startSignIn(realm, client, agent))).toBe(user?.id);
    const [event] = await eventsSince(realm.name, since, 'invitation_accepted');
    expect([event?.userId, event?.clientId]).toEqual([user?.id, client.client_id]);
    expect((await registrationsSince(realm.name, since)).filter(([, method]) => method !== null)).toEqual([
      ['REGISTER', 'invitation'],
    ]);
    expect(await emailsTo(email)).toHaveLength(1);
    const token = new URL(link).searchParams.get('token') ?? '';
    expect(JSON.stringify(await eventsSince(realm.name, since))).not.toContain(token);
    await restore();
  });

  test('gets no account by a form without the button’s key', async () => {
    const email = newAddress();
    const agent = new Agent();
    const page = await agent.open(await inviteTo(client, email));
    expect((await agent.submit(page, { confirm: 'made up' })).text).toContain('name="confirm"');
    expect(await accountsOf(email)).toEqual([]);
  });

  test('is asked for what the user profile requires, and for consent', async () => {
    const consenting = await makeHomeClient([COOKIE, STEP], { consentRequired: true });
    const email = newAddress();
    const agent = new Agent();
    const profile = await accept(await inviteTo(consenting, email, { first_name: 'Ada' }), agent);
    expect(profile.text).toMatch(/name="firstName"[^>]*value="Ada"/);
    const consent = await agent.submit(profile, { email, firstName: 'Ada', lastName: 'King' });
    const [user] = await accountsOf(email);
    expect([user?.lastName, await stateOf(email)]).toEqual(['King', 'accepted']);
    expect((await agent.submit(consent, { accept: 'yes' })).headers.get('location')).toBe(HOME);
    const end = await startSignIn(realm, consenting, agent);
    expect(await signedInAs(realm, consenting, end)).toBe(user?.id);
  });

  test('accepts the realm’s terms', async () => {
    const { authenticationManagement } = await admin();
    const terms = { realm: realm.name, alias: 'TERMS_AND_CONDITIONS' };
    const action = await authenticationManagement.getRequiredActionForAlias(terms);
    const set = async (on: boolean) =>
      await authenticationManagement.updateRequiredAction(terms, {
        ...action,
        enabled: on,
        defaultAction: on,
      });
    await set(true);
    try {
      const agent = new Agent();
      const page = await accept(await inviteTo(client, newAddress()), agent);
      expect(textOf(page)).toContain('Terms and Conditions');
      const end = await agent.submit(page, { accept: 'Accept' });
      expect(end.headers.get('location')).toBe(HOME);
    } finally {
      await set(false);
    }
  });

  test('sets up the one-time password that the flow requires after the step', async () => {
    const strict = await makeHomeClient([
      COOKIE,
      {
        requirement: 'ALTERNATIVE',
        parts: [{ provider: LINK }, { provider: 'auth-otp-form' }],
      },
    ]);
    const page = await accept(await inviteTo(strict, newAddress()));
    expect(page.text).toContain('name="totp"');
  });

  test('comes in by the step for links only', async () => {
    const only = await makeHomeClient([
      COOKIE,
      PASSWORD,
      { provider: 'linkgate-links-only', requirement: 'ALTERNATIVE' },
    ]);
    const end = await accept(await inviteTo(only, newAddress()));
    expect(end.headers.get('location')).toBe(HOME);
  });

  test('whose address is another account’s username gets an account of their own', async () => {
    const email = newAddress();
    const other = await realm.makeUser({ username: email });
    const agent = new Agent();
    const end = await accept(await inviteTo(client, email), agent);
    const [user] = await accountsOf(email);
    expect([end.headers.get('location'), user?.id === other.id]).toEqual([HOME, false]);
    expect(await signedInAs(realm, client, await startSignIn(realm, client, agent))).toBe(user?.id);
  });

  test('is created once by ten browsers at the same time', async () => {
    const email = newAddress();
    const agents = Array.from({ length: 10 }, () => new Agent());
    const pressAll = await openInAll(await inviteTo(client, email), agents);
    const ends = await pressAll();
    expect(ends.filter((end) => end.headers.get('location') === HOME)).toHaveLength(1);
    expect([(await accountsOf(email)).length, await stateOf(email)]).toEqual([1, 'accepted']);
  });

  test('replaces another user who is signed in only by the button of a page that names both', async () => {
    const agent = new Agent();
    const first = newAddress();
    await accept(await inviteTo(client, first), agent);
    const email = newAddress();
    const link = await inviteTo(client, email);
    const page = textOf(await agent.open(link));
    expect([page.includes(first), page.includes(email)]).toEqual([true, true]);
    const [other] = await accountsOf(first);
    expect(await signedInAs(realm, client, await startSignIn(realm, client, agent))).toBe(other?.id);
    expect((await accept(link, agent)).headers.get('location')).toBe(HOME);
    const [user] = await accountsOf(email);
    expect(await signedInAs(realm, client, await startSignIn(realm, client, agent))).toBe(user?.id);
    expect(await (await admin()).users.listSessions({ realm: realm.name, id: other?.id ?? '' })).toEqual([]);
  });

  test('of a client with an initiate login URI ends there', async () => {
    const start = 'http://localhost:9/start';
    const own = await makeHomeClient([COOKIE, STEP], {
      attributes: { 'linkgate.initiate-login-uri': start },
    });
    const email = newAddress();
    const end = await accept(await inviteTo(own, email));
    const hint = new URLSearchParams({ iss: realm.baseUrl, login_hint: email });
    expect(end.headers.get('location')).toBe(`${start}?${hint}`);
  });
});

describe('a user who has an account', () => {
  test('gets an ordinary link into the client’s flow', async () => {
    const user = await realm.makeUser();
    const link = await inviteTo(client, user.email, { notify_account: true });
    const agent = new Agent();
    const page = await accept(link, agent);
    expect([page.status, textOf(page)]).toEqual([200, expect.stringContaining(user.email)]);
    expect(await stateOf(user.email)).toBe('accepted');
    const end = await openAndConfirm(linkIn(await emailTo(user.email, 2)), agent);
    expect(end.headers.get('location')).toBe(HOME);
    expect(await signedInAs(realm, client, await startSignIn(realm, client, agent))).toBe(user.id);
  });

  test.each([
    ['is disabled', { enabled: false }],
    ['is unverified and has a password', { emailVerified: false }],
  ])('and %s gets none, and sees the same page', async (_, fields) => {
    const user = await realm.makeUser(fields);
    const page = await accept(await inviteTo(client, user.email, { notify_account: true }));
    expect([page.status, textOf(page)]).toEqual([200, expect.stringContaining(user.email)]);
    expect(await emailsTo(user.email)).toHaveLength(1);
  });

  test('that shares its address gets none, and sees the same page', async () => {
    await realm.update({ loginWithEmailAllowed: false, duplicateEmailsAllowed: true });
    try {
      const { email } = await realm.makeUser();
      await realm.makeUser({ email });
      const page = await accept(await inviteTo(client, email, { notify_account: true }));
      expect([page.status, textOf(page)]).toEqual([200, expect.stringContaining(email)]);
      expect([(await emailsTo(email)).length, (await accountsOf(email)).length]).toEqual([1, 2]);
    } finally {
      await realm.update({ duplicateEmailsAllowed: false, loginWithEmailAllowed: true });
    }
  });

  test('since the page was opened gets a link, too', async () => {
    const email = newAddress();
    const agent = new Agent();
    const page = await agent.open(await inviteTo(client, email));
    const user = await realm.makeUser({ email });
    await agent.submit(page, { confirm: confirmIn(page) });
    const end = await openAndConfirm(linkIn(await emailTo(email, 2)), agent);
    expect(end.headers.get('location')).toBe(HOME);
    expect(await signedInAs(realm, client, await startSignIn(realm, client, agent))).toBe(user.id);
  });

  test('since the button was pressed isn’t signed in by the invitation', async () => {
    const email = newAddress();
    const agent = new Agent();
    const next = await press(agent, await agent.open(await inviteTo(client, email)));
    const user = await realm.makeUser({ email });
    const end = await agent.open(next);
    expect([end.headers.get('location'), await stateOf(email)]).toEqual([null, 'opened']);
    expect(await (await admin()).users.listSessions({ realm: realm.name, id: user.id })).toEqual([]);
  });

  test('is 409 unless told to', async () => {
    const { email } = await realm.makeUser();
    const body = { email, client_id: client.client_id };
    const response = await callAdmin('POST', 'invitations', body, { realm: realm.name });
    expect([response.status, ((await response.json()) as { id: string }).id]).toEqual([409, 'has-account']);
  });
});

/** Ends an invitation to a client; returns what is put back before the next one, if anything is. */
type Ending = (to: SiteClient, email: string) => Promise<(() => Promise<unknown>) | undefined>;

const changeClient = async ({ client_id: clientId }: SiteClient, fields: Record<string, unknown>) => {
  const { clients } = await admin();
  const [found] = await clients.find({ realm: realm.name, clientId });
  await clients.update({ realm: realm.name, id: found?.id ?? '' }, { ...found, ...fields });
};

const ENDINGS: [string, Ending][] = [
  [
    'revoked',
    async (_, email) => {
      const { id } = await invitationOf(email, { realm: realm.name });
      const response = await callAdmin('POST', `invitations/${id}/revoke`, undefined, { realm: realm.name });
      expect(response.status).toBe(200);
      return undefined;
    },
  ],
  [
    'ended by the switch',
    async () => {
      await realm.update({ attributes: { ...EXEMPT, [ALLOW]: 'false' } });
      return async () => await realm.update({ attributes: ON });
    },
  ],
  [
    'expired by the realm’s not before',
    async () => {
      await realm.update({ notBefore: Math.floor(Date.now() / 1000) });
      return async () => await realm.update({ notBefore: 0 });
    },
  ],
  [
    'with a client that is disabled',
    async (to) => {
      await changeClient(to, { enabled: false });
      return undefined;
    },
  ],
  [
    'with a client that no longer signs users in',
    async (to) => {
      await changeClient(to, { standardFlowEnabled: false });
      return undefined;
    },
  ],
  [
    'with a client that has lost its home',
    async (to) => {
      await changeClient(to, { baseUrl: '' });
      return undefined;
    },
  ],
  [
    'with a step that is disabled',
    async (to) => {
      await realm.disableSteps(to);
      return undefined;
    },
  ],
];

describe('an invitation that can’t be used', () => {
  const at = () => ({ realm: realm.name });

  test('was used, or revoked, or is none', async () => {
    const email = newAddress();
    const link = await inviteTo(client, email);
    await accept(link);
    const used = await new Agent().open(link);
    expect([used.status, textOf(used)]).toEqual([401, expect.stringContaining('already accepted')]);
    const other = newAddress();
    const second = await inviteTo(client, other);
    const { id } = await invitationOf(other, at());
    expect((await callAdmin('POST', `invitations/${id}/revoke`, undefined, at())).status).toBe(200);
    const revoked = await new Agent().open(second);
    expect([revoked.status, textOf(revoked)]).toEqual([401, expect.stringContaining('revoked')]);
    for (const token of ['', 'made-up', 'x'.repeat(43)])
      expect((await new Agent().open(`${realm.baseUrl}/invitation?token=${token}`)).status).toBe(401);
  });

  test('isn’t opened by a prefetch, and in another realm is none', async () => {
    const email = newAddress();
    const link = await inviteTo(client, email);
    expect((await fetch(link, { method: 'HEAD' })).status).toBe(204);
    expect((await fetch(link, { headers: { 'sec-purpose': 'prefetch' } })).status).toBe(204);
    expect(await stateOf(email)).toBe('sent');
    const themes = { loginTheme: 'keycloak.v2', emailTheme: 'base' };
    const other = await makeStepRealm(themes, { attributes: ON });
    try {
      await other.makeClient([COOKIE, STEP], { baseUrl: HOME });
      const elsewhere = await new Agent().open(
        link.replace(`/realms/${realm.name}/`, `/realms/${other.name}/`),
      );
      expect(elsewhere.status).toBe(401);
    } finally {
      await other.remove();
    }
    expect([await stateOf(email), await accountsOf(email)]).toEqual(['sent', []]);
  });

  test('has expired with the realm’s not before', async () => {
    const email = newAddress();
    const link = await inviteTo(client, email);
    await realm.update({ notBefore: Math.floor(Date.now() / 1000) });
    const page = await new Agent().open(link);
    await realm.update({ notBefore: 0 });
    expect([page.status, textOf(page)]).toEqual([401, expect.stringContaining('has expired')]);
    expect(await accountsOf(email)).toEqual([]);
  });

  test.each<[string, Ending]>(ENDINGS)(
    '%s since the button was pressed: nothing is created',
    async (_, end) => {
      const own = await makeHomeClient([COOKIE, STEP]);
      const email = newAddress();
      const agent = new Agent();
      const next = await press(agent, await agent.open(await inviteTo(own, email)));
      const undo = await end(own, email);
      const late = await agent.open(next);
      await undo?.();
      expect([late.headers.get('location'), await accountsOf(email)]).toEqual([null, []]);
      if (undo === undefined) expect((await agent.open(next)).headers.get('location')).toBe(null);
      expect(await accountsOf(email)).toEqual([]);
    },
  );

  test('isn’t one whose link was revoked among others of the client: the button works again', async () => {
    const own = await makeHomeClient([COOKIE, STEP]);
    const email = newAddress();
    const link = await inviteTo(own, email);
    const agent = new Agent();
    const next = await press(agent, await agent.open(link));
    const body = { client_id: own.client_id };
    const revoked = await callAdmin('POST', 'links/revoke', body, at());
    expect(await revoked.json()).toEqual({ revoked: 1 });
    expect([(await agent.open(next)).headers.get('location'), await accountsOf(email)]).toEqual([null, []]);
    expect((await accept(link, agent)).headers.get('location')).toBe(HOME);
  });

  test('says that signing in has changed if the step is disabled, or another flow is bound', async () => {
    const own = await makeHomeClient([COOKIE, STEP]);
    const emails = [newAddress(), newAddress()];
    const links = [await inviteTo(own, emails[0] ?? ''), await inviteTo(own, emails[1] ?? '')];
    const agent = new Agent();
    const page = await agent.open(links[0] ?? '');
    const late = new Agent();
    const next = await press(late, await late.open(links[1] ?? ''));
    await realm.disableSteps(own);
    for (const response of [
      await agent.submit(page, { confirm: confirmIn(page) }),
      await agent.open(links[0] ?? ''),
    ])
      expect([response.status, textOf(response)]).toEqual([
        401,
        expect.stringContaining('has changed since'),
      ]);
    expect((await late.open(next)).headers.get('location')).toBe(null);
    const [one] = await (await admin()).clients.find({ realm: realm.name, clientId: own.client_id });
    const flow = await realm.makeFlow([COOKIE, STEP]);
    const rebind = async (browser: string) =>
      await (await admin()).clients.update(
        { realm: realm.name, id: one?.id ?? '' },
        { ...one, authenticationFlowBindingOverrides: { browser } },
      );
    // The new flow has a step of its own: the invitation enters that one.
    await rebind(flow.id);
    expect((await accept(links[0] ?? '', agent)).headers.get('location')).toBe(HOME);
    await rebind((await realm.makeFlow([COOKIE, PASSWORD])).id);
    expect(textOf(await late.open(links[1] ?? ''))).toContain('has changed since');
    expect(await accountsOf(emails[1] ?? '')).toEqual([]);
  });
});

describe('an administrator', () => {
  const rejected = async (fields: Record<string, unknown>) => {
    const body = { email: newAddress(), ...fields };
    const response = await callAdmin('POST', 'invitations', body, { realm: realm.name });
    const { details = [] } = (await response.json()) as { details?: { field: string; id: string }[] };
    return [response.status, ...details.map(({ field, id }) => `${field} ${id}`)];
  };

  test.each<[string, readonly Part[], Record<string, unknown>, string]>([
    ['without the step', [COOKIE, PASSWORD], {}, 'client-without-step'],
    ['whose flow has no cookie', [STEP], {}, 'required'],
    ['without a home', [COOKIE, STEP], { baseUrl: '' }, 'client-without-home'],
    ['without the standard flow', [COOKIE, STEP], { standardFlowEnabled: false }, 'client-without-sign-in'],
    ['of SAML', [COOKIE, STEP], { protocol: 'saml', protocolMappers: [] }, 'client-without-sign-in'],
    ['that is disabled', [COOKIE, STEP], { enabled: false }, 'no-client'],
  ])('can’t invite to a client %s', async (_, parts, fields, id) => {
    const own = await makeHomeClient(parts, fields);
    expect(await rejected({ client_id: own.client_id })).toEqual([400, `client_id ${id}`]);
  });

  test('can preview and resend, and the earlier link no longer works', async () => {
    const caller = { realm: realm.name };
    const fields = { client_id: client.client_id, first_name: 'Ada' };
    const preview = await callAdmin('POST', 'invitations/preview', fields, caller);
    expect(((await preview.json()) as { text: string }).text).toContain('Orders');
    const email = newAddress();
    await inviteTo(client, email);
    const { id, resend_rejection } = await invitationOf(email, caller);
    expect(resend_rejection?.id).toBe('too-soon');
    expect((await callAdmin('POST', `invitations/${id}/resend`, undefined, caller)).status).toBe(429);
  });

  test('sends a list in the background', async () => {
    const caller = { realm: realm.name };
    const emails = [newAddress(), newAddress()];
    const lines = `email;first_name;last_name\n${emails.map((one) => `${one};Ada;King`).join('\n')}\nnobody;;\n`;
    const path = `invitation-batches?client_id=${client.client_id}`;
    const checked = await callAdmin('POST', path, lines, caller);
    const batch = (await checked.json()) as Batch;
    expect([checked.status, batch.lines, batch.wrong]).toEqual([201, 3, 1]);
    await callAdmin('POST', `invitation-batches/${batch.id}/start`, undefined, caller);
    await untilState(batch.id, 'done', { ...PATIENT, interval: 50 }, caller);
    for (const email of emails) {
      const end = await accept(invitationIn(await emailTo(email)));
      expect(end.headers.get('location')).toBe(HOME);
    }
    const list = await callAdmin('GET', 'invitations?state=accepted&search=King', undefined, caller);
    const { invitations } = (await list.json()) as { invitations: Invitation[] };
    expect(invitations.map(({ email }) => email).toSorted()).toEqual(emails.toSorted());
  });
});

test('an address that has opted out gets no more', async () => {
  const email = newAddress();
  await inviteTo(client, email);
  const agent = new Agent();
  const page = await agent.open(optOutIn(await emailTo(email)));
  expect((await agent.submit(page, {})).status).toBe(200);
  const caller = { realm: realm.name };
  const { id } = await invitationOf(email, caller);
  await callAdmin('POST', `invitations/${id}/revoke`, undefined, caller);
  const body = { email, client_id: client.client_id };
  const response = await callAdmin('POST', 'invitations', body, caller);
  expect([response.status, ((await response.json()) as { id: string }).id]).toEqual([409, 'opted-out']);
});

describe('where emails contain only a code', () => {
  let own: SiteClient;
  beforeAll(async () => {
    own = await makeHomeClient([COOKIE, { ...STEP, config: { emailContains: 'code' } } as Part]);
  });

  /** Sends the code from the page that the button leads to; returns the page that asks for it. */
  async function requestCode(agent: Agent, page: Page, email: string): Promise<Page> {
    return await agent.submit(page, { email, action: 'send' });
  }

  const codeTo = async (email: string) => requireCodeAlone(await emailTo(email, 2));

  test('the button leads to the step, and the code creates the account', async () => {
    const email = newAddress();
    const agent = new Agent();
    const page = await accept(await inviteTo(own, email), agent);
    expect(page.text).toContain(`value="${email}"`);
    // Keycloak's step that looks for a session hasn't run, and is no way to sign in.
    expect(page.text).not.toContain('name="authenticationExecution"');
    const asks = await requestCode(agent, page, email);
    expect(asks.text).not.toContain('tryAnotherWay');
    expect([await accountsOf(email), await stateOf(email)]).toEqual([[], 'opened']);
    const code = await codeTo(email);
    const wrong = await agent.submit(asks, { code: '000 000 000' });
    expect([wrong.headers.get('location'), await accountsOf(email)]).toEqual([null, []]);
    const end = await agent.submit(wrong, { code });
    const [user] = await accountsOf(email);
    expect([end.headers.get('location'), await stateOf(email)]).toEqual([HOME, 'accepted']);
    expect(user).toMatchObject({ emailVerified: true, firstName: 'Ada', lastName: 'Lovelace' });
    expect(await signedInAs(realm, own, await startSignIn(realm, own, agent))).toBe(user?.id);
  });

  test('the tab starts anew with its invitation', async () => {
    const email = newAddress();
    const agent = new Agent();
    const page = await accept(await inviteTo(own, email), agent);
    const restart = page.url.replace(/authenticate\?.*/, `restart?client_id=${own.client_id}&tab_id=`);
    const tab = new URL(page.url).searchParams.get('tab_id') ?? '';
    const again = await agent.open(restart + tab);
    await requestCode(agent, again, email);
    expect(await codeTo(email)).toMatch(/\d/);
  });

  test('no other address gets a code while sign-up is closed', async () => {
    const [email, other] = [newAddress(), newAddress()];
    const agent = new Agent();
    const page = await accept(await inviteTo(own, email), agent);
    expect((await requestCode(agent, page, other)).text).toContain('data-code-length');
    expect(await emailsTo(other)).toEqual([]);
    // Nor does a tab that no invitation has opened.
    const stranger = new Agent();
    await requestCode(stranger, await startSignIn(realm, own, stranger), email);
    expect(await emailsTo(email)).toHaveLength(1);
  });

  test.each<[string, Ending]>(ENDINGS.slice(0, 3))(
    'the code of one that was %s creates nothing',
    async (_, end) => {
      const email = newAddress();
      const agent = new Agent();
      const asks = await requestCode(agent, await accept(await inviteTo(own, email), agent), email);
      const code = await codeTo(email);
      const undo = await end(own, email);
      const late = await agent.submit(asks, { code });
      await undo?.();
      expect([late.headers.get('location'), await accountsOf(email)]).toEqual([null, []]);
    },
  );

  test('a user who has an account is signed in by the code, which accepts it', async () => {
    const user = await realm.makeUser();
    const agent = new Agent();
    const page = await accept(await inviteTo(own, user.email, { notify_account: true }), agent);
    expect(await stateOf(user.email)).toBe('opened');
    const asks = await requestCode(agent, page, user.email);
    const end = await agent.submit(asks, { code: await codeTo(user.email) });
    expect([end.headers.get('location'), await stateOf(user.email)]).toEqual([HOME, 'accepted']);
    expect(await signedInAs(realm, own, await startSignIn(realm, own, agent))).toBe(user.id);
  });

  test('a disabled user gets none, and sees the same page', async () => {
    const user = await realm.makeUser({ enabled: false });
    const agent = new Agent();
    const page = await accept(await inviteTo(own, user.email, { notify_account: true }), agent);
    expect((await requestCode(agent, page, user.email)).text).toContain('data-code-length');
    expect(await emailsTo(user.email)).toHaveLength(1);
    expect(await stateOf(user.email)).toBe('opened');
  });

  test('another user is signed out only by the button of a page that names both', async () => {
    const agent = new Agent();
    const first = newAddress();
    await accept(await inviteTo(client, first), agent);
    const email = newAddress();
    const link = await inviteTo(own, email);
    const text = textOf(await agent.open(link));
    expect([text.includes(first), text.includes(email)]).toEqual([true, true]);
    const [other] = await accountsOf(first);
    expect(await signedInAs(realm, client, await startSignIn(realm, client, agent))).toBe(other?.id);
    const asks = await requestCode(agent, await accept(link, agent), email);
    await agent.submit(asks, { code: await codeTo(email) });
    const [user] = await accountsOf(email);
    expect(await signedInAs(realm, own, await startSignIn(realm, own, agent))).toBe(user?.id);
    expect(await (await admin()).users.listSessions({ realm: realm.name, id: other?.id ?? '' })).toEqual([]);
  });
});

test('with the setting off nothing is there, and sent invitations have ended', async () => {
  const email = newAddress();
  const link = await inviteTo(client, email);
  await realm.update({ attributes: { ...EXEMPT, [ALLOW]: 'false' } });
  const off = await callAdmin('GET', 'invitations', undefined, { realm: realm.name });
  expect([off.status, ((await off.json()) as { id: string }).id]).toEqual([404, 'invitations-off']);
  const unknown = await (await fetch(`${realm.baseUrl}/no-such-path`)).text();
  for (const url of [link, `${realm.baseUrl}/invitation/opt-out`]) {
    const response = await fetch(url);
    expect([response.status, await response.text()]).toEqual([404, unknown]);
  }
  await realm.update({ attributes: ON });
  expect(await stateOf(email)).toBe('revoked');
  expect((await new Agent().open(link)).status).toBe(401);
});
