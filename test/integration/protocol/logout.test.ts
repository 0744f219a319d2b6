/** The logout endpoint rejects with Linkgate's own page, with details for developers (OpenID Connect RP-Initiated Logout 1.0, sections 2 to 4). */
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { Agent, type Page } from '../../support/agent.ts';
import { signedIn, tokensFrom } from '../../support/authorization.ts';
import { textOf } from '../../support/check-email-page.ts';
import type { Fields } from '../../support/form.ts';
import { makeClient } from '../../support/own-client.ts';
import { sessionOf } from '../../support/session-api.ts';
import type { Tokens } from '../../support/sign-in.ts';

const { baseUrl, clients } = inject('site');
const { web, shop } = clients;
const LOGOUT = `${baseUrl}/protocol/openid-connect/logout`;
const ELSEWHERE = 'https://elsewhere.example/';

let agent: Agent;
let tokens: Tokens;
beforeAll(async () => {
  agent = await signedIn(web);
  tokens = await tokensFrom(agent, web);
});

/** An invalid request: its fault, its parameters, and the page's details for developers. */
const WRONG: [string, () => Fields, string][] = [
  [
    'a target without a client',
    () => ({ post_logout_redirect_uri: ELSEWHERE }),
    'post_logout_redirect_uri: needs id_token_hint or client_id',
  ],
  [
    'a target that is not registered',
    () => ({ client_id: web.client_id, post_logout_redirect_uri: ELSEWHERE }),
    `post_logout_redirect_uri: not registered for client "${web.client_id}"`,
  ],
  [
    'a target that is not registered for the client of the token',
    () => ({ id_token_hint: tokens.id_token, post_logout_redirect_uri: ELSEWHERE }),
    `post_logout_redirect_uri: not registered for client "${web.client_id}"`,
  ],
  [
    'an unknown client with a target',
    () => ({ client_id: 'no<b>body', post_logout_redirect_uri: ELSEWHERE }),
    'post_logout_redirect_uri: not registered for client "no&lt;b&gt;body"',
  ],
  [
    'a hint that isn’t a token',
    () => ({ id_token_hint: 'made-up' }),
    'id_token_hint: not an ID token of this issuer',
  ],
  [
    'an access token as hint',
    () => ({ id_token_hint: tokens.access_token }),
    'id_token_hint: not an ID token of this issuer',
  ],
  [
    'the token of another client',
    () => ({ id_token_hint: tokens.id_token, client_id: shop.client_id }),
    'client_id: not the client that id_token_hint was issued to',
  ],
];

function expectRejected(page: Page, details: string): void {
  expect([page.status, page.headers.get('location')], textOf(page)).toEqual([400, null]);
  expect(textOf(page)).toContain('This sign-out cannot continue');
  expect(page.text.replaceAll('&quot;', '"')).toContain(`<code>invalid_request</code> ${details}`);
  expect(page.headers.get('cache-control')).toContain('no-store');
  expect(page.headers.get('content-security-policy')).toContain('frame-ancestors');
}

describe.each(WRONG)('%s', (_, fields, details) => {
  test('is rejected on a page with the reason in its details, by GET and POST, and keeps the session', async () => {
    const query = new URLSearchParams(fields() as Record<string, string>);
    expectRejected(await agent.open(`${LOGOUT}?${query}`), details);
    expectRejected(await agent.open(LOGOUT, { method: 'POST', body: query }), details);
    expect((await sessionOf(agent)).authenticated).toBe(true);
  });

  test('is invalid_request as JSON for an API client', async () => {
    const query = new URLSearchParams(fields() as Record<string, string>);
    const response = await fetch(`${LOGOUT}?${query}`, { headers: { accept: 'application/json' } });
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({
      error: 'invalid_request',
      error_description: details.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('"', "'"),
    });
  });
});

test('the confirm page’s form without its session is rejected with the same text', async () => {
  const page = await agent.open(`${LOGOUT}?client_id=${web.client_id}`);
  const form = /<form[^>]*action="([^"]*logout-confirm[^"]*)"/.exec(page.text)?.[1] ?? '';
  const stranger = await new Agent().open(new URL(form.replaceAll('&amp;', '&'), baseUrl).href, {
    method: 'POST',
    body: new URLSearchParams({ session_code: 'made-up' }),
  });
  expectRejected(stranger, 'the page that asks whether to sign out was already submitted, or is too old');
});

test('the page is in the requested language', async () => {
  const query = new URLSearchParams({ id_token_hint: 'made-up', ui_locales: 'de' });
  const page = await new Agent().open(`${LOGOUT}?${query}`);
  expect(textOf(page)).toContain('Diese Abmeldung kann nicht fortgesetzt werden');
});

test('a sign-out by a refresh token has Keycloak’s own responses', async () => {
  const body = new URLSearchParams({
    refresh_token: 'made-up',
    client_id: web.client_id,
    client_secret: web.client_secret ?? '',
  });
  const response = await fetch(LOGOUT, { method: 'POST', body });
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ error: 'invalid_grant' });
});

test('a sign-out by a refresh token doesn’t reveal that a client was deleted', async () => {
  const client = await makeClient({ publicClient: true });
  await client.setApproval('deleted');
  const requestLogout = async (client_id: string) => {
    const response = await fetch(LOGOUT, {
      method: 'POST',
      body: new URLSearchParams({ refresh_token: 'made-up', client_id }),
    });
    return [response.status, await response.json()];
  };
  expect(await requestLogout(client.client_id)).toEqual(await requestLogout('nobody'));
  await client.remove();
});

describe.each(['GET', 'POST'])('a sign-out by %s with parameters that have no value', (method) => {
  const signOut = async (agent: Agent, fields: Record<string, string>): Promise<Page> => {
    const query = new URLSearchParams(fields);
    return method === 'GET'
      ? await agent.open(`${LOGOUT}?${query}`)
      : await agent.open(LOGOUT, { method, body: query });
  };

  test('is one without them', async () => {
    const agent = await signedIn(web);
    const target = new URL('/', web.redirect_uri).href;
    const confirmPage = await signOut(agent, {
      id_token_hint: '',
      client_id: web.client_id,
      post_logout_redirect_uri: target,
      state: '',
      ui_locales: '',
      refresh_token: '',
    });
    expect(confirmPage.status, textOf(confirmPage)).toBe(200);
    const done = await agent.submit(confirmPage, { confirmLogout: 'Yes' });
    expect(done.headers.get('location')).toBe(target);
    expect((await sessionOf(agent)).authenticated).toBe(false);
  });

  test('needs no confirm page with the hint', async () => {
    const agent = await signedIn(web);
    const { id_token } = await tokensFrom(agent, web);
    const done = await signOut(agent, {
      id_token_hint: id_token,
      client_id: '',
      post_logout_redirect_uri: '',
    });
    expect(done.status, textOf(done)).toBe(200);
    expect((await sessionOf(agent)).authenticated).toBe(false);
  });
});
