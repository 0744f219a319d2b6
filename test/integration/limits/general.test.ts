/** The general limit: 100 calls a minute from an IP address, in memory (contract, section 8). */

import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { afterEach, describe, expect, inject, test } from 'vitest';
import { setRealmAttributes } from '../../support/admin.ts';
import { Agent, type Page } from '../../support/agent.ts';
import { authUrl } from '../../support/authorization.ts';
import { newAddress } from '../../support/email.ts';
import { BOTH_KINDS } from '../../support/endpoints.ts';
import { formActionOf } from '../../support/form.ts';
import {
  fetchFrom,
  newCaller,
  type RequestFrom,
  type ResponseFrom,
  requestFrom,
} from '../../support/from-address.ts';
import { limitStatusIn, statuses, together } from '../../support/limits.ts';
import { PATIENCE_MILLIS } from '../../support/patience.ts';
import { endpointsOf } from '../../support/realm-endpoints.ts';

const { baseUrl, betaUrl, clients, serverUrl, managementUrl, logFile } = inject('site');
const keycloak = `${baseUrl}/protocol/openid-connect`;
const FORM: RequestFrom = {
  method: 'POST',
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  body: 'token=x',
};
const PAGE = { headers: { accept: 'text/html' } };
const [contract, standard] = BOTH_KINDS;

const undo: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const restore of undo.splice(0).reverse()) await restore();
});

async function setAttributes(attributes: Record<string, string>): Promise<void> {
  undo.push(await setRealmAttributes(attributes));
}

const LIMITED: [string, string, RequestFrom][] = [
  ['discovery', `${baseUrl}/.well-known/openid-configuration`, {}],
  ['the key set', `${baseUrl}/.well-known/jwks.json`, {}],
  ['/auth', contract.auth, {}],
  ['/token', contract.token, FORM],
  ['/userinfo', contract.userinfo, {}],
  ['/introspect', contract.introspect, FORM],
  ['/revoke', contract.revoke, FORM],
  ['/request-magic-link', `${baseUrl}/request-magic-link`, { method: 'POST', body: '{}' }],
  ['/verify-email', `${baseUrl}/verify-email`, {}],
  ['Keycloak’s /auth', standard.auth, {}],
  ['Keycloak’s /token', standard.token, FORM],
  ['Keycloak’s /userinfo', standard.userinfo, {}],
  ['Keycloak’s /introspect', standard.introspect, FORM],
  ['Keycloak’s /revoke', standard.revoke, FORM],
  ['Keycloak’s /certs', `${keycloak}/certs`, {}],
  ['Keycloak’s /logout', `${keycloak}/logout`, {}],
  ['whether a user is signed in', `${keycloak}/login-status-iframe.html/init?client_id=x`, {}],
  ['redirecting to an identity provider', `${baseUrl}/broker/none/login?client_id=x`, PAGE],
  ['after a first sign-in there', `${baseUrl}/broker/after-first-broker-login?client_id=x`, PAGE],
  ['the account console', `${baseUrl}/account/?referrer=x`, PAGE],
  ['a protocol that the realm doesn’t have', `${baseUrl}/protocol/saml`, PAGE],
];

const UNLIMITED: [string, string][] = [
  ['the admin API', `${serverUrl}/admin/realms/linkgate`],
  ['the admin console', `${serverUrl}/admin/master/console/`],
  ['health', `${managementUrl}/health/ready`],
  ['a file of the theme', `${serverUrl}/resources/x/login/linkgate/css/linkgate.css`],
  ['another realm', `${serverUrl}/realms/master/.well-known/openid-configuration`],
];

describe('every response has the caller’s limit status', () => {
  test.each(LIMITED)('%s', async (_, url, init) => {
    const response = await requestFrom(newCaller(), url, init);
    expect(limitStatusIn(response)).toEqual({
      limit: 100,
      remaining: 99,
      reset: expect.toSatisfy(isWithinWindow),
    });
    expect(response.headers['retry-after']).toBeUndefined();
  });

  test.each(UNLIMITED)('but not those of %s, which aren’t counted', async (_, url) => {
    const response = await requestFrom(newCaller(), url);
    expect(limitStatusIn(response)).toEqual({ limit: null, remaining: null, reset: null });
  });
});

function isWithinWindow(seconds: number): boolean {
  return seconds > 0 && seconds <= 60;
}

/** The window of tests that make several calls: a slow machine must not exceed it. */
function isWithinHour(seconds: number): boolean {
  return seconds > 0 && seconds <= 3600;
}

describe('a hundred calls', () => {
  test('are granted and no more, across endpoints and in parallel', async () => {
    await setAttributes({ 'linkgate.limit.general': '100/3600' });
    const caller = newCaller();
    const urls = [contract.userinfo, standard.userinfo, `${baseUrl}/.well-known/jwks.json`];
    const responses = await together(150, async (index) =>
      requestFrom(caller, urls[index % urls.length] ?? ''),
    );
    expect(responses.filter(({ status }) => status !== 429)).toHaveLength(100);
    const rejected = responses.find(({ status }) => status === 429);
    expect(rejected && limitStatusIn(rejected)).toEqual({
      limit: 100,
      remaining: 0,
      reset: expect.toSatisfy(isWithinHour),
    });
    expect(rejected?.headers['retry-after']).toBe(rejected?.headers['ratelimit-reset']);
    expect((await requestFrom(newCaller(), contract.userinfo)).status).toBe(401);
  });

  test('are the same limit for callers that claim to forward other clients’ requests', async () => {
    await setAttributes({ 'linkgate.limit.general': '100/3600' });
    const caller = newCaller();
    const claim = (index: number) => `192.0.2.${index}`;
    const responses = await together(120, async (index) =>
      requestFrom(caller, contract.userinfo, {
        headers: {
          'x-forwarded-for': claim(index),
          forwarded: `for=${claim(index)}`,
          'x-real-ip': claim(index),
          'true-client-ip': claim(index),
        },
      }),
    );
    expect(statuses(responses)).toEqual({ 401: 100, 429: 20 });
  });
});

describe('a form sent on the sign-in pages', () => {
  const agentFrom = (caller: string) => new Agent({ accept: 'text/html' }, undefined, fetchFrom(caller));

  test('counts, and is rejected with a page over the limit', async () => {
    await setAttributes({ 'linkgate.limit.general': '3/3600' });
    const agent = agentFrom(newCaller());
    const page = await agent.open(authUrl(clients.web));
    const statusOf = async () => (await agent.submit(page, { email: 'nobody' })).status;
    expect([page.status, await statusOf(), await statusOf()]).toEqual([200, 200, 200]);
    const rejected = await agent.submit(page, { email: 'nobody' });
    expect(rejected.status).toBe(429);
    expect(rejected.text).toContain('Too many requests');
    expect(Number(rejected.headers.get('retry-after'))).toSatisfy(isWithinHour);
  });

  test('is also limited without a tab, since each request would make Keycloak start a sign-in', async () => {
    await setAttributes({ 'linkgate.limit.general': '3/3600' });
    const caller = newCaller();
    const page = await new Agent().open(authUrl(clients.web));
    const action = formActionOf(page);
    const url = new URL(action, page.url);
    url.searchParams.delete('session_code');
    const began: string[] = [];
    const requestPage = async (from: string): Promise<number> => {
      const browser = agentFrom(from);
      browser.setCookie('KC_RESTART', restart);
      const { status } = await browser.request(url.href);
      began.push(browser.cookie('AUTH_SESSION_ID') ?? '');
      return status;
    };
    const waiting = new Agent();
    await waiting.open(authUrl(clients.web));
    const restart = waiting.cookie('KC_RESTART') ?? '';
    const four = async (from: string) => [
      await requestPage(from),
      await requestPage(from),
      await requestPage(from),
      await requestPage(from),
    ];
    expect(await four(caller)).toEqual([302, 302, 302, 429]);
    expect(new Set(began).size).toBe(4);
    url.searchParams.delete('client_id');
    expect(await requestPage(caller)).toBe(429);
    url.searchParams.set('client_id', clients.web.client_id);
    url.searchParams.set('session_code', 'x');
    url.pathname = url.pathname.replace('login-actions/authenticate', 'broker/none/login');
    expect(await four(newCaller())).toEqual([302, 302, 302, 429]);
    expect(new Set(began).size).toBe(7);
  });

  test('counts once, also while sign-up is closed', async () => {
    const agent = agentFrom(newCaller());
    const left = ({ headers }: Page) => Number(headers.get('ratelimit-remaining'));
    const page = await agent.open(authUrl(clients.betaWeb, { at: endpointsOf(betaUrl)[0].auth }));
    expect(left(page)).toBe(99);
    const again = await agent.submit(page, { email: 'nobody' });
    expect(left(again)).toBe(98);
    const guess = { email: newAddress(), referral_code: randomUUID() };
    expect(left(await agent.submit(again, guess))).toBe(97);
  });
});

describe('a caller who is over the limit', () => {
  async function rejectedAt(url: string, init: RequestFrom): Promise<ResponseFrom> {
    const caller = newCaller();
    await requestFrom(caller, url, init);
    return await requestFrom(caller, url, init);
  }
  const limited = { error: 'too_many_requests' };
  const text = expect.stringMatching(/^Too many requests; try again in \d+ seconds$/);
  const JSON_RESPONSES: [string, string, RequestFrom, object][] = [
    ['/token', contract.token, FORM, { ...limited, error_description: text }],
    ['/auth', contract.auth, {}, { ...limited, error_description: text }],
    ['discovery', `${baseUrl}/.well-known/openid-configuration`, {}, { ...limited, error_description: text }],
    [
      '/request-magic-link',
      `${baseUrl}/request-magic-link`,
      { method: 'POST', body: '{}' },
      { ...limited, message: text },
    ],
    ['/verify-email', `${baseUrl}/verify-email`, {}, { ...limited, error_description: text, message: text }],
  ];

  test.each(JSON_RESPONSES)('gets the error in the format of %s', async (_, url, init, body) => {
    await setAttributes({ 'linkgate.limit.general': '1/3600' });
    const response = await rejectedAt(url, init);
    expect(response.status).toBe(429);
    expect(JSON.parse(response.text)).toEqual(body);
    expect(response.headers['cache-control']).toContain('no-store');
  });

  test.each([
    ['/auth', contract.auth],
    ['/verify-email', `${baseUrl}/verify-email`],
  ])('gets a page at %s in a browser', async (_, url) => {
    await setAttributes({ 'linkgate.limit.general': '1/3600' });
    const response = await rejectedAt(url, PAGE);
    expect(response.status).toBe(429);
    expect(response.headers['content-type']).toMatch(/^text\/html/);
    expect(response.headers['retry-after']).toBe(response.headers['ratelimit-reset']);
    expect(response.text).toContain('Too many requests');
  });

  test('may read the error from a script of another origin', async () => {
    await setAttributes({ 'linkgate.limit.general': '1/3600' });
    const response = await rejectedAt(contract.token, {
      ...FORM,
      headers: { ...FORM.headers, origin: 'https://app.example' },
    });
    expect(response.status).toBe(429);
    expect(response.headers['access-control-allow-origin']).toBe('https://app.example');
    expect(response.headers['access-control-expose-headers']).toMatch(/RateLimit-Reset.*Retry-After/);
  });
});

describe('the window slides', () => {
  test('never grants five calls in any two seconds, and keeps granting four', async () => {
    await setAttributes({ 'linkgate.limit.general': '4/2' });
    const caller = newCaller();
    const granted: { sent: number; received: number }[] = [];
    for (const end = Date.now() + PATIENCE_MILLIS; granted.length < 13 && Date.now() < end; ) {
      const sent = performance.now();
      const { status } = await requestFrom(caller, contract.userinfo);
      if (status === 401) granted.push({ sent, received: performance.now() });
    }
    expect(granted).toHaveLength(13);
    for (const [index, { sent }] of granted.entries()) {
      const fifth = granted[index + 4];
      if (fifth) expect(fifth.received - sent).toBeGreaterThanOrEqual(2000);
    }
  });
});

describe('a setting of a limit', () => {
  test('that is malformed is logged, and the default applies', async () => {
    await setAttributes({ 'linkgate.limit.general': 'plenty' });
    const response = await requestFrom(newCaller(), contract.userinfo);
    expect(limitStatusIn(response).limit).toBe(100);
    expect(await readFile(logFile, 'utf8')).toMatch(
      /WARN .*realm "linkgate": linkgate\.limit\.general is "plenty", which is not of the form count\/seconds.*; using 100\/60/,
    );
  });

  test('that is malformed is logged once a minute, even if the realm changes meanwhile', async () => {
    const given = `network-${randomUUID()}`;
    for (const session of ['50/60', '51/60', '52/60']) {
      await setAttributes({
        'linkgate.limit.exempt': `127.0.0.1, ${given}`,
        'linkgate.limit.session': session,
      });
      for (let i = 0; i < 2; i++) await requestFrom(newCaller(), contract.userinfo);
    }
    expect(
      (await readFile(logFile, 'utf8')).split(`"${given}" is neither an address nor a network`),
    ).toHaveLength(2);
  });

  test('doesn’t count exempt callers', async () => {
    const caller = newCaller();
    await setAttributes({ 'linkgate.limit.exempt': `127.0.0.1, ${caller}/32` });
    const response = await requestFrom(caller, contract.userinfo);
    expect(response.status).toBe(401);
    expect(limitStatusIn(response).limit).toBeNull();
  });
});
