/** Single invitations: their effects, for whom, and what they never do (contract, section 4.16). */

import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest';
import { EMAIL_EVERY_SECONDS } from '../../provider-scripts/src/links/invitation/invitation.ts';
import { accountOf, makeAccount } from '../support/accounts.ts';
import { admin, setLinkSettings, setMailPort, setRealmAttributes } from '../support/admin.ts';
import { adminEventsSince, storeAdminEvents } from '../support/admin-events.ts';
import { Agent, type Page } from '../support/agent.ts';
import { authUrl, codeFrom, pkcePair } from '../support/authorization.ts';
import { type Backend, makeBackend } from '../support/backend-links.ts';
import { confirm } from '../support/confirm-page.ts';
import { emailsTo, emailTo, linkIn, newAddress } from '../support/email.ts';
import { eventsSince, registrationsSince, storeEvents } from '../support/events.ts';
import {
  ALLOW,
  allowInvitations,
  callAdmin,
  HOME,
  type Invitation,
  invitationOf,
  invite,
  invited,
  makeHomeClient,
  optOutIn,
} from '../support/invitations.ts';
import { makeClient, type OwnClient } from '../support/own-client.ts';
import { received } from '../support/received.ts';
import { sessionOf } from '../support/session-api.ts';
import { exchange, follow, linkFor } from '../support/sign-in.ts';
import { startSmtpStub } from '../support/smtp-stub.ts';

const { baseUrl, clients } = inject('site');
const { web, shop, pending, service } = clients;
const REALM = 'linkgate';

const undo: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const one of undo.splice(0).reverse()) await one();
});

let forbid = async (): Promise<void> => {};
let home: OwnClient;
const callers: Record<'stranger' | 'viewer' | 'manager', Backend> = {} as never;
beforeAll(async () => {
  forbid = await allowInvitations();
  home = await makeHomeClient();
  callers.stranger = await makeBackend(['view-realm', 'view-clients']);
  callers.viewer = await makeBackend(['view-users']);
  callers.manager = await makeBackend(['manage-users']);
});
afterAll(async () => {
  for (const caller of Object.values(callers)) await caller.remove();
  await home.remove();
  await forbid();
});

/** A URL's response to an API client. */
async function rejectionOf(url: string, init: RequestInit = {}): Promise<unknown[]> {
  const response = await fetch(url, { headers: { accept: 'application/json' }, redirect: 'manual', ...init });
  const { error, message } = (await response.json()) as Record<string, string>;
  return [response.status, error, message];
}

const REJECTED = (why: string) => [401, 'invalid_token', `The invitation ${why}`];

/** Whether the client's own request needs no email, or shows the sign-in page. */
async function requestsForAddress(agent: Agent, client = home): Promise<boolean> {
  const page = await agent.open(authUrl(client));
  return page.status === 200 && /<input[^>]*\bname="email"/.test(page.text);
}

describe('permissions', () => {
  test.each([
    ['GET', 'invitations', [403, 200, 200]],
    ['POST', 'invitations', [403, 403, 400]],
    ['POST', 'invitations/preview', [403, 403, 400]],
    ['POST', 'invitations/none/resend', [403, 403, 404]],
    ['POST', 'invitations/none/revoke', [403, 403, 404]],
    ['GET', 'invitation-batches', [403, 200, 200]],
    ['POST', 'invitation-batches', [403, 403, 415]],
    ['GET', 'invitation-batches/none', [403, 404, 404]],
    ['DELETE', 'invitation-batches/none', [403, 403, 404]],
    ['GET', 'invitation-batches/none/problems', [403, 404, 404]],
    ['POST', 'invitation-batches/none/start', [403, 403, 404]],
    ['POST', 'invitation-batches/none/stop', [403, 403, 404]],
  ] as const)('%s %s: for a caller without a role, a viewer, a manager', async (method, path, statuses) => {
    const found: number[] = [];
    for (const { token } of [callers.stranger, callers.viewer, callers.manager]) {
      const response = await callAdmin(method, path, method === 'POST' ? {} : undefined, { token });
      found.push(response.status);
    }
    expect(found).toEqual(statuses);
    const bare = await fetch(`${inject('site').serverUrl}/admin/realms/${REALM}/linkgate/${path}`, {
      method,
    });
    expect(bare.status).toBe(401);
  });

  test('depend on the realm: where it doesn’t allow invitations, none can be created, and sent ones are invalid', async () => {
    const link = await invited(newAddress(), home);
    undo.push(await setRealmAttributes({ [ALLOW]: 'false' }));
    const response = await callAdmin('POST', 'invitations', {
      email: newAddress(),
      client_id: home.client_id,
    });
    expect([response.status, await response.json()]).toEqual([
      404,
      {
        error: 'not_found',
        id: 'invitations-off',
        values: { attribute: ALLOW },
        message: expect.stringContaining(ALLOW),
      },
    ]);
    expect((await callAdmin('GET', 'invitations')).status).toBe(404);
    expect(await rejectionOf(link)).toEqual(REJECTED('is not valid'));
    expect((await callAdmin('GET', 'invitations', undefined, { realm: 'linkgate-beta' })).status).toBe(404);
  });
});

describe('the realm’s setting', () => {
  test('is changed by a realm manager, with an admin event, and applies to the next call', async () => {
    undo.push(await storeAdminEvents(REALM));
    const since = Date.now();
    const set = async (body: object, token?: string) => {
      const response = await callAdmin(
        'PUT',
        'invitation-settings',
        body,
        token === undefined ? {} : { token },
      );
      return { status: response.status, json: (await response.json()) as { invitations?: boolean } };
    };
    expect((await set({ allowed: false }, callers.manager.token)).status).toBe(403);
    expect((await callAdmin('GET', 'invitations')).status).toBe(200);
    expect(await set({ allowed: false })).toMatchObject({ status: 200, json: { invitations: false } });
    expect((await callAdmin('GET', 'invitations')).status).toBe(404);
    expect(await set({ allowed: true })).toMatchObject({ status: 200, json: { invitations: true } });
    expect((await callAdmin('GET', 'invitations')).status).toBe(200);
    const events = await adminEventsSince(REALM, since);
    expect(events.filter((one) => one.resourcePath === 'linkgate/invitation-settings')).toHaveLength(2);
  });

  test.each([[{}], [{ allowed: 'true' }], [{ allowed: null }]])('is true or false: %j', async (body) => {
    const response = await callAdmin('PUT', 'invitation-settings', body);
    expect([response.status, await response.json()]).toMatchObject([
      400,
      { details: [{ field: 'allowed' }] },
    ]);
  });
});

describe('a new invitation', () => {
  test.each([
    ['an invalid address', { email: 'nobody' }, 'email'],
    ['no address', { email: null }, 'email'],
    ['no client', { client_id: null }, 'client_id'],
    ['an unknown client', { client_id: 'nobody' }, 'client_id'],
    ['one of Keycloak’s own', { client_id: 'account' }, 'client_id'],
    ['a client that isn’t approved', { client_id: pending.client_id }, 'client_id'],
    ['a client without sign-in', { client_id: service.client_id }, 'client_id'],
    ['a client without a URL for users', { client_id: web.client_id }, 'client_id'],
    ['a language that the realm doesn’t have', { language: 'tlh' }, 'language'],
    ['a name that email clients turn into a link', { name: 'www.example.com' }, 'name'],
    ['a name that Keycloak doesn’t accept', { name: 'Ada <i>' }, 'name'],
    ['a first name that is too long', { first_name: 'x'.repeat(101) }, 'first_name'],
    ['a choice that isn’t one', { notify_account: 'yes' }, 'notify_account'],
    ['a text with a URL', { text: 'Look: https://evil.example/x' }, 'text'],
    ['a text with a bare domain', { text: 'Go to evil.example now' }, 'text'],
    ['a text that is too long', { text: 'x'.repeat(201) }, 'text'],
    ['a text of two lines', { text: 'one\ntwo' }, 'text'],
    ['a lifetime that is too short', { lifetime_days: 0 }, 'lifetime_days'],
    ['a lifetime that is too long', { lifetime_days: 31 }, 'lifetime_days'],
  ])('with %s is rejected, naming the field', async (_, fields, field) => {
    const email = newAddress();
    const response = await callAdmin('POST', 'invitations', { email, client_id: home.client_id, ...fields });
    const body = (await response.json()) as { error: string; details: { field: string }[] };
    expect([response.status, body.error, body.details.map((one) => one.field)]).toEqual([
      400,
      'ValidationError',
      [field],
    ]);
    expect(await emailsTo(email)).toEqual([]);
  });

  test('is returned in full, without the link', async () => {
    const email = newAddress();
    const fields = { name: 'Ada Lovelace', language: 'de-AT', client_id: home.client_id, lifetime_days: 30 };
    const made = await invite({ email: email.toUpperCase(), ...fields });
    expect(made).toEqual({
      id: expect.any(String),
      email,
      name: 'Ada Lovelace',
      language: 'de',
      client_id: home.client_id,
      client_name: 'Home',
      state: 'sent',
      created_at: expect.any(Number),
      sent_at: made.created_at,
      opened_at: null,
      accepted_at: null,
      expires_at: made.created_at + 30 * 86_400,
      emails: 1,
      failure: null,
      failure_rejection: null,
      resend_rejection: {
        id: 'too-soon',
        values: {},
        message: 'An invitation was sent to the address within the last day',
      },
      batch: null,
    });
    const usual = await invite({ email: newAddress(), client_id: home.client_id });
    expect(usual.expires_at).toBe(usual.created_at + 7 * 86_400);
  });

  test('leads to the sample realm’s shop in its default configuration', async () => {
    const agent = new Agent();
    const accepted = await confirm(agent, await agent.open(await invited(newAddress(), shop)));
    expect(accepted.status).toBe(303);
    expect(accepted.headers.get('location')).toMatch(/^http:\/\/localhost:\d+\/shop$/);
  });

  test('leaves nothing behind when the mail server rejects it, not even in the rate limit', async () => {
    const email = newAddress();
    const stub = await startSmtpStub({ RCPT: '550 no' });
    const restore = await setMailPort(stub.port);
    const fields = { email, client_id: home.client_id };
    const rejected = await callAdmin('POST', 'invitations', fields);
    expect([rejected.status, ((await rejected.json()) as { error: string }).error]).toEqual([
      503,
      'temporarily_unavailable',
    ]);
    await restore();
    stub.close();
    await expect(invitationOf(email)).rejects.toThrow();
    expect((await callAdmin('POST', 'invitations', fields)).status).toBe(201);
  });
});

describe('the email', () => {
  test('names the inviting user and the client, in the user’s language and the client’s branding, and how to opt out', async () => {
    const client = await makeHomeClient({
      name: 'Corner <b>Shop</b>',
      attributes: { 'linkgate.branding.sender-name': 'Corner' },
    });
    undo.push(client.remove);
    const email = newAddress();
    const text = 'Bis bald & <script>alert(1)</script> $\u007blinkgateMagicLinkButton}';
    await invite({ email, client_id: client.client_id, name: 'Ada L’Ove', language: 'de', text });
    const message = await emailTo(email);
    const { parsed, source } = await received(message);
    expect(parsed.subject).toBe('Einladung zu Corner <b>Shop</b>');
    expect(parsed.from?.value[0]?.name).toBe('Corner');
    expect(parsed.text).toContain('Hallo Ada L’Ove,');
    expect(parsed.text).toContain(`> ${text}`);
    expect(parsed.text).toContain('Die Einladung ist 7 Tage gültig');
    expect(message.html).toContain('&lt;script&gt;');
    expect(message.html).not.toMatch(/<script|<i>|<b>/);
    expect(message.html).toContain('$\u007blinkgateMagicLinkButton}');
    const list = /^List-Unsubscribe: <(\S+)>\r?$/m.exec(source)?.[1];
    expect(list).toBe(optOutIn(message));
    expect(source).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r?$/m);
    expect(source).toMatch(/^Auto-Submitted: auto-generated\r?$/m);
  });

  test.each([
    ['ar', 'See you', 'left'],
    ['en', '(1) نراك يوم الاثنين', 'right'],
  ])('in %s aligns the text “%s” %s, where its first letter starts', async (language, text, side) => {
    const email = newAddress();
    await invite({ email, client_id: home.client_id, language, text });
    expect((await emailTo(email)).html).toMatch(new RegExp(`text-align: ?${side}; ?border-${side}: ?4px`));
  });

  test('is previewed in the same words, with links that don’t work, and isn’t sent', async () => {
    const email = newAddress();
    const fields = { client_id: home.client_id, first_name: 'Ada', language: 'fr', text: 'See you' };
    const response = await callAdmin('POST', 'invitations/preview', { ...fields, email });
    const preview = (await response.json()) as { subject: string; text: string };
    expect([response.status, preview.subject]).toEqual([200, 'Invitation à Home']);
    expect(preview.text).toContain('Bonjour Ada');
    expect(preview.text).not.toMatch(/token=[^&\s]/);
    const told = await callAdmin('POST', 'invitations/preview', { ...fields, notify_account: true });
    expect(((await told.json()) as { text: string }).text).toContain('Vous avez déjà un compte');
    expect(await emailsTo(email)).toEqual([]);
  });

  test('names the user who invites, and no user name', async () => {
    const users = (await admin()).users;
    const email = newAddress();
    await invite({ email, client_id: home.client_id }, callers.manager.token);
    expect((await emailTo(email)).text).not.toMatch(/service-account|invites you/);
    await users.update(
      { realm: REALM, id: callers.manager.userId },
      { firstName: 'Grace', lastName: 'Hopper' },
    );
    const second = newAddress();
    await invite({ email: second, client_id: home.client_id }, callers.manager.token);
    expect((await emailTo(second)).text).toContain('Grace Hopper invites you.');
  });
});

describe('an opened invitation', () => {
  test('always shows a confirm page, and creates no account by opening', async () => {
    const email = newAddress();
    const link = await invited(email, home);
    for (const method of ['HEAD', 'GET', 'GET']) {
      const response = await fetch(link, { method, headers: { accept: 'text/html' } });
      expect(response.status).toBe(method === 'HEAD' ? 204 : 200);
    }
    const prefetched = await fetch(link, { headers: { 'sec-purpose': 'prefetch' } });
    expect(prefetched.status).toBe(204);
    const embedded = await fetch(link, { headers: { 'sec-fetch-dest': 'image' } });
    expect(embedded.status).toBe(403);
    expect(await invitationOf(email)).toMatchObject({ state: 'opened', opened_at: expect.any(Number) });
    expect(await accountOf(email)).toBe('');
  });

  test('isn’t accepted by a form without a pressed button', async () => {
    const email = newAddress();
    const agent = new Agent();
    const page = await agent.open(await invited(email, home));
    const confirmPage = await agent.submit(page, { confirm: '' });
    expect([confirmPage.status, confirmPage.text.includes('name="confirm"')]).toEqual([200, true]);
    expect(await accountOf(email)).toBe('');
    expect((await confirm(agent, confirmPage)).status).toBe(303);
  });

  test('isn’t accepted by a form of another site', async () => {
    const email = newAddress();
    const link = await invited(email, home);
    const token = new URL(link).searchParams.get('token') ?? '';
    const posted = await new Agent().open(`${baseUrl}/invitation`, {
      method: 'POST',
      body: new URLSearchParams({ token, confirm: 'made up' }),
    });
    expect([posted.status, posted.text.includes('name="confirm"')]).toEqual([200, true]);
    expect((await invitationOf(email)).state).toBe('opened');
  });

  test('creates the account under closed sign-up, and signs in at the client’s next own request only', async () => {
    undo.push(await setLinkSettings({ signUp: 'closed' }));
    undo.push(await storeEvents(REALM));
    const since = Date.now();
    const email = newAddress();
    const link = await invited(email, home, { language: 'fr', name: 'Ada Lovelace' });
    const agent = new Agent();
    const accepted = await confirm(agent, await agent.open(link));
    expect([accepted.status, accepted.headers.get('location')]).toEqual([303, HOME]);
    const id = await accountOf(email);
    const user = await (await admin()).users.findOne({ realm: REALM, id });
    expect(user).toMatchObject({
      email,
      emailVerified: true,
      firstName: 'Ada',
      lastName: 'Lovelace',
      attributes: { locale: ['fr'] },
    });
    expect(await invitationOf(email)).toMatchObject({ state: 'accepted', expires_at: null });
    expect(await requestsForAddress(new Agent())).toBe(true);
    const code = await codeFrom(agent, home);
    expect((await exchange(code, home)).status).toBe(200);
    expect(await sessionOf(agent)).toMatchObject({ authenticated: true, account: { email } });
    expect(await emailsTo(email)).toHaveLength(1);
    const [event] = await eventsSince(REALM, since, 'invitation_accepted');
    expect([event?.type, event?.userId]).toEqual(['VERIFY_EMAIL', id]);
    expect(await registrationsSince(REALM, since)).toEqual([['REGISTER', 'invitation']]);
    expect(JSON.stringify(event)).not.toContain(new URL(link).searchParams.get('token'));
  });

  test('leads to the client’s initiate login URI; the response has the client’s own state and challenge', async () => {
    const app = 'http://localhost:1/begin';
    const client = await makeClient({ attributes: { 'linkgate.initiate-login-uri': app } });
    undo.push(client.remove);
    const email = newAddress();
    const agent = new Agent();
    const accepted = await confirm(agent, await agent.open(await invited(email, client)));
    const target = new URL(accepted.headers.get('location') ?? '');
    expect(Object.fromEntries(target.searchParams)).toEqual({ iss: baseUrl, login_hint: email });
    const { verifier, challenge } = pkcePair();
    const code = await codeFrom(agent, client, { fields: { login_hint: email, state: 'own', ...challenge } });
    expect((await exchange(code, client, { code_verifier: verifier })).status).toBe(200);
  });

  test('works once under parallel submissions', async () => {
    const email = newAddress();
    const link = await invited(email, home);
    const agents = Array.from({ length: 10 }, () => new Agent());
    const pages = await Promise.all(agents.map((agent) => agent.open(link)));
    const accepted = await Promise.all(agents.map((agent, i) => confirm(agent, pages[i] as Page)));
    expect(accepted.map(({ status }) => status).toSorted()).toEqual([
      303,
      ...Array.from({ length: 9 }, () => 401),
    ]);
    expect(await rejectionOf(link)).toEqual(REJECTED('was already accepted'));
  });

  test('doesn’t sign in an existing user: they get an ordinary link, which leads to the same place', async () => {
    const email = newAddress();
    await makeAccount(email);
    const agent = new Agent();
    const link = await invited(email, home, { name: 'Other Name', notify_account: true });
    const opened = await agent.open(link);
    expect(opened.text).toContain('You already have an account');
    const page = await confirm(agent, opened);
    expect([page.status, page.text.includes(email), page.text.includes(HOME)]).toEqual([200, true, true]);
    expect(await requestsForAddress(agent)).toBe(true);
    expect((await invitationOf(email)).state).toBe('accepted');
    const accepted = await agent.open(linkIn(await emailTo(email, 2)));
    expect([accepted.status, accepted.headers.get('location')]).toEqual([303, HOME]);
    expect((await exchange(await codeFrom(agent, home), home)).status).toBe(200);
  });

  test('says to the administrator that the address has an account, and sends nothing unless told to', async () => {
    const email = newAddress();
    await makeAccount(email);
    const response = await callAdmin('POST', 'invitations', { email, client_id: home.client_id });
    const { id } = (await response.json()) as { id: string };
    expect([response.status, id, await emailsTo(email)]).toEqual([409, 'has-account', []]);
  });

  test('doesn’t tell the user of an account that was created after the email', async () => {
    const email = newAddress();
    const link = await invited(email, home);
    await makeAccount(email);
    expect((await new Agent().open(link)).text).not.toContain('You already have an account');
  });

  test('doesn’t reveal a disabled account, and sends it nothing', async () => {
    const email = newAddress();
    await makeAccount(email, { enabled: false });
    const agent = new Agent();
    const page = await confirm(agent, await agent.open(await invited(email, home, { notify_account: true })));
    expect([page.status, page.text.includes(email)]).toEqual([200, true]);
    expect(await emailsTo(email)).toHaveLength(1);
  });

  test('names the user whom it signs out, and does so', async () => {
    const agent = new Agent();
    const before = newAddress();
    await follow(await linkFor(before, web), agent);
    const email = newAddress();
    const page = await agent.open(await invited(email, home));
    expect(page.text).toContain(before);
    await confirm(agent, page);
    await codeFrom(agent, home);
    expect((await sessionOf(agent)).account?.email).toBe(email);
  });

  test.each([
    ['a made-up token', 'A'.repeat(43)],
    ['markup', '"><script>alert(1)</script>'],
    ['braces', '$\u007bmsg("x")}'],
    ['a very long one', 'A'.repeat(5000)],
  ])('with %s is rejected, and its page runs no script', async (_, token) => {
    const url = `${baseUrl}/invitation?token=${encodeURIComponent(token)}`;
    expect(await rejectionOf(url)).toEqual(REJECTED('is not valid'));
    const page = await new Agent().open(url);
    expect([page.status, page.text.includes('<script>alert')]).toEqual([401, false]);
  });

  test('is rejected when its client is no longer approved', async () => {
    const client = await makeHomeClient();
    undo.push(client.remove);
    const link = await invited(newAddress(), client);
    await client.setApproval('pending');
    expect(await rejectionOf(link)).toEqual(REJECTED('is not valid'));
  });

  test('shows text of users unchanged, without markup', async () => {
    const text = '<img src=x onerror=alert(1)> $\u007bmsg("x")}';
    const page = await new Agent().open(await invited(newAddress(), home, { text }));
    expect(page.text).not.toContain('<img src=x');
    expect(page.text).toContain('&lt;img src=x');
  });
});

describe('revoking and resending', () => {
  test('revokes the sent link, or replaces it', async () => {
    const email = newAddress();
    const link = await invited(email, home);
    const { id } = await invitationOf(email);
    const again = await callAdmin('POST', `invitations/${id}/resend`);
    expect([again.status, ((await again.json()) as { error: string }).error]).toEqual([
      429,
      'too_many_requests',
    ]);
    expect(Number(again.headers.get('retry-after'))).toBeGreaterThan(EMAIL_EVERY_SECONDS - 600);
    expect((await invitationOf(email)).resend_rejection?.id).toBe('too-soon');
    const revoked = await callAdmin('POST', `invitations/${id}/revoke`);
    expect([revoked.status, ((await revoked.json()) as Invitation).state]).toEqual([200, 'revoked']);
    expect(await rejectionOf(link)).toEqual(REJECTED('was revoked'));
    expect((await callAdmin('POST', `invitations/${id}/revoke`)).status).toBe(409);
  });

  test('isn’t possible for an accepted or unknown invitation', async () => {
    const email = newAddress();
    const agent = new Agent();
    await confirm(agent, await agent.open(await invited(email, home)));
    const { id } = await invitationOf(email);
    for (const act of ['resend', 'revoke']) {
      const response = await callAdmin('POST', `invitations/${id}/${act}`);
      const { id: why } = (await response.json()) as { id: string };
      expect([response.status, why], act).toEqual([409, 'invitation-state']);
    }
    expect((await invitationOf(email)).resend_rejection?.id).toBe('invitation-state');
  });

  test('isn’t possible if the client no longer accepts sign-ups', async () => {
    const client = await makeHomeClient();
    undo.push(client.remove);
    const { id, email } = await invite({ email: newAddress(), client_id: client.client_id });
    await client.setApproval('pending');
    const response = await callAdmin('POST', `invitations/${id}/resend`);
    expect([response.status, ((await response.json()) as { id: string }).id]).toEqual([409, 'client-gone']);
    expect((await invitationOf(email)).resend_rejection?.id).toBe('client-gone');
  });
});

describe('the limit of emails to an address', () => {
  test('is one a day under parallel invitations, and one invitation per client', async () => {
    const others = await Promise.all([makeHomeClient(), makeHomeClient(), makeHomeClient()]);
    for (const { remove } of others) undo.push(remove);
    const email = newAddress();
    const responses = await Promise.all(
      [home, ...others].map(({ client_id }) => callAdmin('POST', 'invitations', { email, client_id })),
    );
    expect(responses.map(({ status }) => status).toSorted()).toEqual([201, 429, 429, 429]);
    const { client_id } = await invitationOf(email);
    expect((await callAdmin('POST', 'invitations', { email, client_id })).status).toBe(409);
    expect(await emailsTo(email)).toHaveLength(1);
  });

  test('is also applied per realm', async () => {
    undo.push(await setRealmAttributes({ 'linkgate.limit.invitations': '1/3600' }));
    const create = () => callAdmin('POST', 'invitations', { email: newAddress(), client_id: home.client_id });
    const responses = [await create(), await create()];
    const last = responses.at(-1);
    expect([last?.status, last?.headers.get('ratelimit-limit')]).toEqual([429, '1']);
    expect(Number(last?.headers.get('retry-after'))).toBeGreaterThan(0);
  });
});

describe('opting out', () => {
  test('needs a button, or an email client’s one-click POST; opening the link isn’t enough', async () => {
    for (const way of ['button', 'multipart', 'form'] as const) {
      const email = newAddress();
      await invited(email, home);
      const url = optOutIn(await emailTo(email));
      const agent = new Agent();
      const page = await agent.open(url);
      expect(page.status).toBe(200);
      await fetch(url, { method: 'HEAD' });
      await fetch(url, { headers: { 'sec-purpose': 'prefetch' } });
      const other = await makeHomeClient();
      undo.push(other.remove);
      const invitedAgain = async () => {
        const response = await callAdmin('POST', 'invitations', { email, client_id: other.client_id });
        return [response.status, ((await response.json()) as { message: string }).message];
      };
      expect(await invitedAgain()).toEqual([
        429,
        'An invitation was sent to the address within the last day',
      ]);
      const post = async () => {
        if (way === 'button') return (await agent.submit(page, {})).status;
        const body = way === 'form' ? new URLSearchParams() : new FormData();
        body.set('List-Unsubscribe', 'One-Click');
        return (await fetch(url, { method: 'POST', body })).status;
      };
      expect(await post(), way).toBe(200);
      expect(await invitedAgain()).toEqual([409, 'The user has opted out of invitations']);
      expect((await invitationOf(email)).resend_rejection?.id).toBe('opted-out');
    }
  });

  test.each([['made-up'], ['a.b.c'], ['']])('isn’t reached by the token "%s"', async (token) => {
    const url = `${baseUrl}/invitation/opt-out?token=${token}`;
    expect(await rejectionOf(url, { method: 'POST' })).toEqual([
      401,
      'invalid_token',
      'The link is not valid',
    ]);
  });
});

describe('the list', () => {
  test('filters by state, and by a part of an address or name, page by page', async () => {
    const start = `list-${Date.now().toString(36)}`;
    const emails = ['c', 'a', 'b'].map((name) => `${start}-${name}@example.com`);
    for (const [index, email] of emails.entries())
      await invite({ email, client_id: home.client_id, name: `Élodie ${start} ${index}` });
    const { id } = await invitationOf(emails[1] ?? '');
    await callAdmin('POST', `invitations/${id}/revoke`);
    const list = async (query: string) =>
      (await (await callAdmin('GET', `invitations?${query}`)).json()) as {
        invitations: Invitation[];
        next: number | null;
        total: number | null;
      };
    const found = await list(`search=${start.slice(2).toUpperCase()}&max=2`);
    expect([found.invitations.map(({ email }) => email), found.total]).toEqual([
      emails.toReversed().slice(0, 2),
      3,
    ]);
    const named = await list(`search=${encodeURIComponent(`ÉLODIE ${start} 1`)}`);
    expect([named.invitations.map(({ email }) => email), named.total]).toEqual([[emails[1]], 1]);
    const sent = await list(`search=${start}&state=sent&max=1`);
    expect([sent.invitations.map(({ email }) => email), sent.next, sent.total]).toEqual([[emails[2]], 1, 2]);
    const next = await list(`search=${start}&state=sent&max=1&first=1`);
    expect([next.invitations.map(({ email }) => email), next.next]).toEqual([[emails[0]], null]);
    const newest = await list('max=1&state=revoked');
    expect(newest.invitations[0]?.email).toBe(emails[1]);
    expect((await list('max=2')).invitations).toHaveLength(2);
    for (const search of ["%25' OR 1=1 --", '%25', '_', "'"])
      expect(await list(`search=${search}`)).toMatchObject({ invitations: [], total: 0 });
  });

  test.each([['state=lost'], ['first=-1'], ['max=101'], ['max=x']])('rejects %s', async (query) => {
    expect((await callAdmin('GET', `invitations?${query}`)).status).toBe(400);
  });
});

test('deletes the invitations of a deleted account', async () => {
  const email = newAddress();
  const agent = new Agent();
  await confirm(agent, await agent.open(await invited(email, home)));
  await (await admin()).users.del({ realm: REALM, id: await accountOf(email) });
  await expect(invitationOf(email)).rejects.toThrow();
  // The address's daily limit isn't deleted with them.
  expect((await callAdmin('POST', 'invitations', { email, client_id: home.client_id })).status).toBe(429);
});

test('logs admin events for inviting, resending and revoking, without address and link', async () => {
  undo.push(await storeAdminEvents(REALM));
  const email = newAddress();
  const { id } = await invite({ email, client_id: home.client_id });
  await callAdmin('POST', `invitations/${id}/revoke`);
  const events = await (await admin()).realms.findAdminEvents({
    realm: REALM,
    resourcePath: `linkgate/invitations/${id}`,
  });
  expect(events.map(({ operationType, resourceType }) => [operationType, resourceType]).toSorted()).toEqual([
    ['CREATE', 'LINKGATE_INVITATION'],
    ['DELETE', 'LINKGATE_INVITATION'],
  ]);
  expect(JSON.stringify(events)).not.toContain(email);
});
