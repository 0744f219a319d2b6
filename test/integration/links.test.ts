/** When a link is valid: once, for one user and client, for its lifetime, and only unmodified (contract, section 2.6). */

import { readFile } from 'node:fs/promises';
import { decodeJwt, decodeProtectedHeader, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { LINK_LIFETIME_SECONDS } from '../../provider-scripts/src/realm/settings/choices.ts';
import { addHmacKey, admin, type HmacKey, setLinkSettings } from '../support/admin.ts';
import { Agent, type Page } from '../support/agent.ts';
import { confirm } from '../support/confirm-page.ts';
import { emailTo, linkIn, newAddress } from '../support/email.ts';
import { untilLinkExpired } from '../support/link-expiry.ts';
import { exchange, follow, linkFor, submitConsent } from '../support/sign-in.ts';

const { baseUrl, betaUrl, clients, logFile } = inject('site');
const { web, shop } = clients;
const json = { accept: 'application/json' };

/** Opens a link as an API client does; returns the response. */
async function open(link: string, init: RequestInit = {}): Promise<Response> {
  return await fetch(link, { headers: json, redirect: 'manual', ...init });
}

async function expectRejected(link: string, text?: RegExp): Promise<void> {
  const response = await open(link);
  expect(response.status).toBe(401);
  expect(response.headers.get('www-authenticate')).toContain('Bearer');
  expect(response.headers.get('cache-control')).toBe('no-store');
  const body = (await response.json()) as Record<string, string>;
  expect(Object.keys(body).sort()).toEqual(['error', 'error_description', 'message']);
  expect(body.error).toBe('invalid_token');
  if (text) expect(body.error_description).toMatch(text);
}

function tokenOf(link: string): string {
  return new URL(link).searchParams.get('token') ?? '';
}

function withToken(token: string): string {
  return `${baseUrl}/verify-email?token=${token}`;
}

describe('a link', () => {
  let key: HmacKey;

  beforeAll(async () => {
    key = await addHmacKey();
  });
  afterAll(async () => {
    await key.remove();
  });

  test('carries the claims of the contract, and no others', async () => {
    const email = newAddress();
    const link = await linkFor(email, web, { state: 'st', nonce: 'no' });
    expect(link.startsWith(`${baseUrl}/verify-email?token=`)).toBe(true);
    expect(decodeProtectedHeader(tokenOf(link))).toMatchObject({ alg: 'HS512', typ: 'magic-link+jwt' });
    const claims = decodeJwt(tokenOf(link));
    expect(claims).toEqual({
      email,
      client_id: web.client_id,
      redirect_uri: web.redirect_uri,
      state: 'st',
      nonce: 'no',
      iat: expect.any(Number),
      exp: (claims.iat ?? 0) + LINK_LIFETIME_SECONDS.default,
      jti: expect.any(String),
    });
  });

  test('works once', async () => {
    const link = await linkFor(newAddress(), web);
    await follow(link);
    await expectRejected(link, /already used/);
  });

  test('signs in exactly once under 50 parallel requests', async () => {
    const email = newAddress();
    await follow(await linkFor(email, web));
    const link = await linkFor(email, web, { emailNumber: 2 });
    const responses = await Promise.all(Array.from({ length: 50 }, () => open(link)));
    const won = responses.filter((response) => response.status === 302);
    expect(won).toHaveLength(1);
    expect(responses.filter((response) => response.status === 401)).toHaveLength(49);
    const code = new URL(won[0]?.headers.get('location') ?? '').searchParams.get('code');
    expect((await exchange(code, web)).status).toBe(200);
  });

  test('offers a new link to each request that lost the race', async () => {
    const link = await linkFor(newAddress(), web);
    const pages = await Promise.all(Array.from({ length: 8 }, () => new Agent().open(link)));
    const lost = pages.filter(({ status }) => status === 401);
    expect(lost).toHaveLength(7);
    for (const { text } of lost) expect(text).toContain('name="again"');
  });

  test.each(['used', 'superseded'])(
    'that is %s shows “You are signed in” in its user’s browser',
    async (state) => {
      const [email, agent] = [newAddress(), new Agent()];
      const links = [await linkFor(email, web), await linkFor(email, web, { emailNumber: 2 })];
      await follow(links[0] ?? '', agent);
      const page = await agent.open(links[state === 'used' ? 0 : 1] ?? '');
      expect(page.status).toBe(401);
      expect(page.text).toContain('You are signed in');
      expect(page.text).not.toContain('name="again"');
    },
  );

  test('that is opened again while its tab shows the consent page returns to it, and yields one authorization code', async () => {
    const [link, agent] = [await linkFor(newAddress(), web), new Agent()];
    const [first, second] = [await agent.open(link), await agent.open(link)];
    expect([second.url, second.text.includes('name="accept"')]).toEqual([first.url, true]);
    expect((await submitConsent(agent, second)).searchParams.get('code')).toBeTruthy();
    const late = await agent.submit(first, { accept: 'Yes' });
    expect([late.status, late.headers.get('location')]).toEqual([200, null]);
    expect(late.text).toContain('Sign-in continued in another tab');
  });

  test('that is used shows no details in a browser where another user is signed in', async () => {
    const [link, agent] = [await linkFor(newAddress(), web), new Agent()];
    await follow(link);
    await follow(await linkFor(newAddress(), web), agent);
    const page = await agent.open(link);
    expect(page.text).toContain('This link or its code has been used');
    expect(page.text).toContain('name="again"');
  });

  test('used in parallel with another of the same new user and client signs in exactly once and creates one account', async () => {
    const email = newAddress();
    const links = [await linkFor(email, web), await linkFor(email, web, { emailNumber: 2 })];
    const responses = await Promise.all(links.map((link) => open(link)));
    expect(responses.map((response) => response.status).sort()).toEqual([302, 401]);
    expect(await (await admin()).users.find({ realm: 'linkgate', email })).toHaveLength(1);
  });

  test('of one new user at two clients, used in parallel, works at both', async () => {
    const email = newAddress();
    const links = [await linkFor(email, web), await linkFor(email, shop, { emailNumber: 2 })];
    const responses = await Promise.all(links.map((link) => open(link)));
    expect(responses.map((response) => response.status)).toEqual([302, 302]);
  });

  test('supersedes the others of that user and client when it is used', async () => {
    const email = newAddress();
    const first = await linkFor(email, web);
    const second = await linkFor(email, web, { emailNumber: 2 });
    await follow(second);
    await expectRejected(first, /replaced/);
  });

  test('is rejected if a page embeds or fetches it, and stays valid', async () => {
    const link = await linkFor(newAddress(), web);
    for (const destination of ['iframe', 'image', 'script', 'empty', 'embed']) {
      const response = await open(link, { headers: { ...json, 'sec-fetch-dest': destination } });
      expect([response.status, await response.json()]).toMatchObject([403, { error: 'invalid_request' }]);
    }
    const opened = await open(link, { headers: { ...json, 'sec-fetch-dest': 'document' } });
    expect(opened.status).toBe(302);
  });

  test('is not used by HEAD, prefetch or preview', async () => {
    const link = await linkFor(newAddress(), web);
    expect((await open(link, { method: 'HEAD' })).status).toBe(204);
    for (const header of [
      { 'sec-purpose': 'prefetch;prerender' },
      { purpose: 'prefetch' },
      { 'x-purpose': 'preview' },
      { 'x-moz': 'prefetch' },
    ]) {
      expect((await open(link, { headers: { ...json, ...header } })).status).toBe(204);
    }
    expect((await follow(link)).searchParams.get('code')).toBeTruthy();
  });

  test('is rejected if its token was tampered with, is missing, or isn’t Linkgate’s', async () => {
    const token = tokenOf(await linkFor(newAddress(), web));
    const [header = '', payload = '', signature = ''] = token.split('.');
    const forged = Buffer.from(JSON.stringify({ ...decodeJwt(token), email: 'eve@example.com' })).toString(
      'base64url',
    );
    const none = Buffer.from('{"alg":"none","typ":"magic-link+jwt"}').toString('base64url');
    await expectRejected(withToken(`${header}.${forged}.${signature}`), /not valid/);
    await expectRejected(withToken(`${none}.${payload}.`), /not valid/);
    await expectRejected(withToken(`${header}.${payload}.${signature.slice(0, -4)}AAAA`), /not valid/);
    await expectRejected(withToken('nonsense'), /not valid/);
    await expectRejected(`${baseUrl}/verify-email`, /not valid/);
  });

  test('is deleted with its account, whether used or not', async () => {
    const email = newAddress();
    const used = await linkFor(email, web);
    await follow(used);
    const unused = await linkFor(email, shop, { emailNumber: 2 });
    const api = await admin();
    const [account] = await api.users.find({ realm: 'linkgate', email });
    await api.users.del({ realm: 'linkgate', id: account?.id ?? '' });
    for (const link of [used, unused]) await expectRejected(link, /^The link is not valid$/);
  });

  test.each([
    ['a full stop after it', (token: string) => `${token}.`],
    ['a bracket after it', (token: string) => `${token}%3E`],
    ['a space after it', (token: string) => `${token}%20`],
    ['a line break in it', (token: string) => `${token.slice(0, 60)}%0D%0A${token.slice(60)}`],
    ['a space in it', (token: string) => `${token.slice(0, 60)}+${token.slice(60)}`],
    [
      'a quotation mark and a bracket in it',
      (token: string) => `${token.slice(0, 60)}%0A%3E%20${token.slice(60)}`,
    ],
  ])('works with %s', async (_, altered) => {
    const token = tokenOf(await linkFor(newAddress(), web));
    expect((await follow(withToken(altered(token)))).searchParams.get('code')).toBeTruthy();
  });

  test('that shows its confirm page in two tabs continues when either is confirmed', async () => {
    const restore = await setLinkSettings({ confirm: 'always' });
    for (const last of [false, true]) {
      const [link, agent] = [await linkFor(newAddress(), web), new Agent()];
      const tabs = [await agent.open(link), await agent.open(link)];
      const page = await confirm(agent, tabs[last ? 1 : 0] as Page);
      expect((await submitConsent(agent, page)).searchParams.get('code')).toBeTruthy();
    }
    await restore();
  });

  test('is rejected by another realm', async () => {
    const token = tokenOf(await linkFor(newAddress(), web));
    await expectRejected(`${betaUrl}/verify-email?token=${token}`, /not valid/);
  });

  test.each([
    ['email', 'eve@example.com'],
    ['client_id', 'demo-shop'],
    ['redirect_uri', 'http://localhost:1/elsewhere'],
    ['state', 'another'],
    ['nonce', 'another'],
    ['exp', 4_000_000_000],
    ['iat', 1],
  ] as const)(
    'is rejected when its %s differs from its row, though the signature is valid',
    async (claim, value) => {
      const claims = decodeJwt(tokenOf(await linkFor(newAddress(), web, { state: 'st', nonce: 'no' })));
      const sign = (payload: object) =>
        new SignJWT({ ...payload })
          .setProtectedHeader({ alg: 'HS512', typ: 'magic-link+jwt', kid: key.kid })
          .sign(key.secret);
      await expectRejected(withToken(await sign({ ...claims, [claim]: value })), /not valid/);
      // The same key signs a valid one: only the difference was rejected above.
      expect((await open(withToken(await sign(claims)))).status).toBe(302);
    },
  );

  test('is rejected with another algorithm or type, or an audience, though the key is the realm’s', async () => {
    const claims = decodeJwt(tokenOf(await linkFor(newAddress(), web)));
    const sign = (header: { alg: string; typ: string }, payload: object) =>
      new SignJWT({ ...payload }).setProtectedHeader({ ...header, kid: key.kid }).sign(key.secret);
    await expectRejected(withToken(await sign({ alg: 'HS256', typ: 'magic-link+jwt' }, claims)), /not valid/);
    await expectRejected(withToken(await sign({ alg: 'HS512', typ: 'JWT' }, claims)), /not valid/);
    await expectRejected(
      withToken(await sign({ alg: 'HS512', typ: 'magic-link+jwt' }, { ...claims, aud: baseUrl })),
      /not valid/,
    );
  });

  test('shows why it is rejected, and one click sends a new one for the same request', async () => {
    const email = newAddress();
    const link = await linkFor(email, web, { state: 'kept', nonce: 'kept too' });
    await follow(link);
    const agent = new Agent();
    const page = await agent.open(link);
    expect(page.status).toBe(401);
    expect(page.headers.get('content-type')).toContain('text/html');
    expect(page.text).toMatch(/has been used/);
    const sent = await agent.submit(page, { again: 'true' });
    expect([sent.status, sent.text.includes(email)]).toEqual([200, true]);
    const fresh = linkIn(await emailTo(email, 2));
    expect(decodeJwt(tokenOf(fresh))).toMatchObject({ email, state: 'kept', nonce: 'kept too' });
    expect((await follow(fresh)).searchParams.get('state')).toBe('kept');
  });

  test('that isn’t Linkgate’s is never resent', async () => {
    const agent = new Agent();
    const page = await agent.open(withToken('nonsense'));
    expect(page.text).not.toContain('name="again"');
    const body = new URLSearchParams({ token: 'nonsense', again: 'true' });
    expect((await agent.request(`${baseUrl}/verify-email`, { method: 'POST', body })).status).toBe(401);
  });

  test('of another user than the signed-in one shows a confirm page, which another site can’t submit', async () => {
    const agent = new Agent();
    await follow(await linkFor(newAddress('first'), web), agent);
    const link = await linkFor(newAddress('second'), web);
    const page = await agent.open(link);
    expect(page.status).toBe(200);
    expect(page.text).toContain('name="confirm"');
    // A form of another site can't know the value of the cookie.
    const forged = await agent.request(`${baseUrl}/verify-email`, {
      method: 'POST',
      body: new URLSearchParams({ token: tokenOf(link), confirm: 'guess' }),
    });
    expect(forged.text).toContain('name="confirm"');
    // Planting the cookie, for example from a subdomain, doesn't help either.
    for (const site of ['cross-site', 'same-site']) {
      agent.setCookie('LINKGATE_CONFIRM', 'planted');
      const planted = await agent.request(`${baseUrl}/verify-email`, {
        method: 'POST',
        headers: { 'sec-fetch-site': site },
        body: new URLSearchParams({ token: tokenOf(link), confirm: 'planted' }),
      });
      expect(planted.text).toContain('name="confirm"');
    }
    const confirmed = await confirm(agent, await agent.open(link));
    expect(confirmed.status).toBe(200);
    expect(confirmed.text).toContain('name="accept"');
  });

  test('leaves no token, code or secret in the log', async () => {
    const link = await linkFor(newAddress(), web);
    const code = (await follow(link)).searchParams.get('code') ?? '';
    expect((await exchange(code, web)).status).toBe(200);
    await expectRejected(link);
    const log = await readFile(logFile, 'utf8');
    for (const secret of [tokenOf(link).slice(-40), code, web.client_secret ?? '']) {
      expect(secret.length).toBeGreaterThan(20);
      expect(log).not.toContain(secret);
    }
  });

  test('is rejected after its lifetime', async () => {
    const link = linkIn(await emailTo(inject('early').opened.email));
    await untilLinkExpired(link);
    await expectRejected(link, /expired/);
  });
});
