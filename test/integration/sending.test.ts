/** Before and after the email: rejected requests, a mail server that fails, steps after a used link. */

import { createServer } from 'node:net';
import { afterEach, describe, expect, inject, test } from 'vitest';
import { freePort } from '../../scripts/server/ports.ts';
import { admin, setMailPort, setRealmAttributes } from '../support/admin.ts';
import { Agent } from '../support/agent.ts';
import { emailsTo, emailTo, linkIn, newAddress } from '../support/email.ts';
import { bindOtpFlow } from '../support/level-flow.ts';
import { sessionOf } from '../support/session-api.ts';
import { follow, linkFor, requestLink } from '../support/sign-in.ts';

const { clients, baseUrl } = inject('site');
const { web, shop, mobile, pending, service } = clients;
const good = { email: 'a@example.com', client_id: web.client_id, redirect_uri: web.redirect_uri };

describe('a request for a link', () => {
  test.each([
    ['a field that is missing', { client_id: 'x' }, 400, 'ValidationError'],
    ['a field of another type', { ...good, email: 5 }, 400, 'ValidationError'],
    ['an invalid address', { ...good, email: 'not an address' }, 400, 'ValidationError'],
    ['an unknown client', { ...good, client_id: 'nobody' }, 401, 'invalid_client'],
    ['a client that isn’t approved', { ...good, client_id: pending.client_id }, 403, 'invalid_client'],
    ['a client without sign-in', { ...good, client_id: service.client_id }, 400, 'unauthorized_client'],
    [
      'a redirect URI that isn’t registered',
      { ...good, redirect_uri: 'https://evil.example/cb' },
      400,
      'unauthorized_client',
    ],
    [
      'a redirect URI with a fragment',
      { ...good, redirect_uri: `${web.redirect_uri}#x` },
      400,
      'invalid_request',
    ],
    ['a relative redirect URI', { ...good, redirect_uri: '/callback' }, 400, 'invalid_request'],
    ['an unknown scope', { ...good, scope: 'openid admin' }, 400, 'invalid_scope'],
    ['scopes with commas', { ...good, scope: 'openid,email' }, 400, 'invalid_scope'],
    ['an invalid scope', { ...good, scope: 'openid "x"' }, 400, 'invalid_request'],
    [
      'no challenge from a public client',
      { ...good, client_id: mobile.client_id, redirect_uri: mobile.redirect_uri },
      400,
      'invalid_request',
    ],
    [
      'an unknown challenge method',
      { ...good, code_challenge: 'a'.repeat(43), code_challenge_method: 'S512' },
      400,
      'invalid_request',
    ],
    ['a state that is too long', { ...good, state: 's'.repeat(1025) }, 400, 'invalid_request'],
  ])('is rejected with %s', async (_, body, status, error) => {
    const response = await requestLink(body);
    const json = (await response.json()) as Record<string, unknown>;
    expect([response.status, json.error]).toEqual([status, error]);
    expect(json.message).toEqual(expect.any(String));
    expect(json).not.toHaveProperty('error_description');
    if (error === 'ValidationError')
      expect(json.details).toEqual(
        expect.arrayContaining([{ field: expect.any(String), message: expect.any(String) }]),
      );
  });

  test('names every invalid field in one response', async () => {
    const response = await requestLink({ redirect_uri: 7 });
    expect(((await response.json()) as { details: unknown }).details).toEqual([
      { field: 'email', message: 'required' },
      { field: 'client_id', message: 'required' },
      { field: 'redirect_uri', message: 'not a string' },
    ]);
  });

  test.each([
    ['another content type', { 'content-type': 'text/plain' }, '{}', 415],
    ['no content type', { 'content-type': '' }, '{}', 415],
    ['a malformed body', { 'content-type': 'application/json' }, '{', 400],
    ['a body that isn’t an object', { 'content-type': 'application/json' }, '[]', 400],
    [
      'a body over 16 KiB',
      { 'content-type': 'application/json' },
      JSON.stringify({ email: 'x'.repeat(16_384) }),
      413,
    ],
  ])('is rejected with %s', async (_, headers, body, status) => {
    const response = await fetch(`${baseUrl}/request-magic-link`, {
      method: 'POST',
      headers,
      body: new TextEncoder().encode(body),
    });
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ error: 'ValidationError' });
  });

  test('returns 405 with Allow for another method', async () => {
    const response = await fetch(`${baseUrl}/request-magic-link`);
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST, OPTIONS']);
  });

  test('gets the same response and no email for a disabled account', async () => {
    const email = newAddress();
    await (await admin()).users.create({
      realm: 'linkgate',
      username: email,
      email,
      enabled: false,
      emailVerified: true,
    });
    const response = await requestLink({ ...good, email });
    const other = await requestLink({ ...good, email: newAddress() });
    expect(response.status).toBe(other.status);
    expect(Object.keys((await response.json()) as object)).toEqual(
      Object.keys((await other.json()) as object),
    );
    const after = newAddress();
    await requestLink({ ...good, email: after });
    await emailTo(after);
    expect(await emailsTo(email)).toHaveLength(0);
  });
});

describe('a mail server that fails', () => {
  let restore = async (): Promise<void> => {};
  afterEach(() => restore());

  test('causes 503 with Retry-After, the link doesn’t count, and the next request works', async () => {
    restore = await setMailPort(await freePort());
    const email = newAddress();
    const response = await requestLink({ ...good, email });
    expect(response.status).toBe(503);
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await response.json()).toMatchObject({
      error: 'temporarily_unavailable',
      message: expect.any(String),
    });
    await restore();
    const restoreLimit = await setRealmAttributes({ 'linkgate.limit.link-email': '1/3600' });
    try {
      expect((await follow(await linkFor(email, web))).searchParams.get('code')).toBeTruthy();
      expect((await requestLink({ ...good, email })).status).toBe(429);
    } finally {
      await restoreLimit();
    }
  });

  test('causes 503 within the deadline by hanging, and delays no other request', async () => {
    const silent = createServer(() => {});
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const { port } = silent.address() as { port: number };
    restore = await setMailPort(port);
    const waiting = Array.from({ length: 30 }, () => requestLink({ ...good, email: newAddress() }));
    const token = await fetch(`${baseUrl}/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: service.client_id,
        client_secret: service.client_secret ?? '',
      }),
    });
    expect(token.status).toBe(200);
    const responses = await Promise.all(waiting);
    expect(new Set(responses.map((response) => response.status))).toEqual(new Set([503]));
    silent.close();
  });
});

describe('a used link', () => {
  test('satisfies its own step and no other: a one-time password after it is still required', async () => {
    const unbind = await bindOtpFlow(shop.client_id);
    try {
      const page = await new Agent().open(await linkFor(newAddress(), shop));
      expect(page.status).toBe(200);
      expect(page.url).not.toContain('verify-email');
      expect(page.text).toMatch(/name="totp"/);
      expect(page.headers.get('location')).toBeNull();
    } finally {
      await unbind();
    }
  });

  test('claims an account with an unverified address: its password is deleted', async () => {
    const email = newAddress();
    const api = await admin();
    const { id } = await api.users.create({
      realm: 'linkgate',
      username: email,
      email,
      enabled: true,
      emailVerified: false,
      credentials: [{ type: 'password', value: 'set by another user', temporary: false }],
    });
    await follow(await linkFor(email, web));
    const fresh = await admin();
    expect(await fresh.users.findOne({ realm: 'linkgate', id })).toMatchObject({ emailVerified: true });
    expect(await fresh.users.getCredentials({ realm: 'linkgate', id })).toEqual([]);
  });

  test('claims such an account: its sessions, devices and links to identity providers are deleted', async () => {
    const [email, before] = [newAddress(), new Agent()];
    await follow(await linkFor(email, web), before);
    const id = (await sessionOf(before)).account?.id ?? '';
    const api = await admin();
    const realm = 'linkgate';
    await api.identityProviders.create({
      realm,
      alias: 'elsewhere',
      providerId: 'oidc',
      config: {
        clientId: 'x',
        clientSecret: 'x',
        authorizationUrl: 'https://idp.example/auth',
        tokenUrl: 'https://idp.example/token',
      },
    });
    await api.users.addToFederatedIdentity({
      realm,
      id,
      federatedIdentityId: 'elsewhere',
      federatedIdentity: { identityProvider: 'elsewhere', userId: 'u', userName: 'u' },
    });
    await api.users.update(
      { realm, id },
      { ...(await api.users.findOne({ realm, id })), emailVerified: false },
    );
    await follow(await linkFor(email, web, { emailNumber: 2 }));
    expect(await api.users.listFederatedIdentities({ realm, id })).toEqual([]);
    expect(await sessionOf(before)).toMatchObject({ authenticated: false, accounts: [] });
    await api.identityProviders.del({ realm, alias: 'elsewhere' });
  });

  test('doesn’t sign in a user whose username is the address but whose email is another', async () => {
    const [old, now] = [newAddress('old'), newAddress('now')];
    const api = await admin();
    const realm = 'linkgate';
    const model = await api.realms.findOne({ realm });
    await api.realms.update({ realm }, { ...model, registrationEmailAsUsername: false });
    try {
      const { id } = await api.users.create({ realm, username: old, email: now, enabled: true });
      const agent = new Agent();
      await follow(await linkFor(old, web), agent);
      const { account } = await sessionOf(agent);
      expect(account?.email).toBe(old);
      expect(account?.id).not.toBe(id);
    } finally {
      await api.realms.update({ realm }, { ...model });
    }
  });

  test('is rejected once its account has another address', async () => {
    const email = newAddress();
    await follow(await linkFor(email, web));
    const link = await linkFor(email, web, { emailNumber: 2 });
    const api = await admin();
    const [user] = await api.users.find({ realm: 'linkgate', email, exact: true });
    await api.users.update(
      { realm: 'linkgate', id: user?.id ?? '' },
      { ...user, email: newAddress('moved') },
    );
    const response = await fetch(link, { headers: { accept: 'application/json' }, redirect: 'manual' });
    expect(response.status).toBe(401);
  });
});

describe('the email', () => {
  test('names the client, the expiry and the address of the link, as text and HTML', async () => {
    const email = newAddress();
    const link = await linkFor(email, shop);
    const message = await emailTo(email);
    expect(linkIn(message)).toBe(link);
    expect(message.text).toContain('15');
    expect(message.html).toContain('15');
    expect(message.html).toContain(link.replaceAll('&', '&amp;'));
    expect(message.to).toEqual([expect.objectContaining({ address: email })]);
  });
});
