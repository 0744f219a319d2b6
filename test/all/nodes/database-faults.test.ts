/** A database that is down, hangs or is slow: 503 with `Retry-After` and never a hang, and everything works once it is back. */
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, describe, expect, inject, test } from 'vitest';
import { Agent } from '../../support/agent.ts';
import { authUrl, signedIn, tokensFrom } from '../../support/authorization.ts';
import { database, NODES, onDatabase } from '../../support/cluster.ts';
import { newAddress } from '../../support/email.ts';
import { bearer, credentials, post } from '../../support/form.ts';
import { linkFor, openLink, requestLink } from '../../support/sign-in.ts';

const { baseUrl, clients } = inject('site');
const { web, service } = clients;
/** Far above Keycloak's own timeouts as `startNode` sets them (connecting, a transaction, the pool): only a hang takes longer. */
const LONGEST_MILLIS = 180_000;
const RECOVERY_MILLIS = 120_000;

interface Call {
  name: string;
  /** Whether its response needs the database. */
  needsDatabase: boolean;
  send(): Promise<{ status: number; headers: Headers; text: string }>;
}

async function read(response: Response) {
  return { status: response.status, headers: response.headers, text: await response.text() };
}

/** Calls of every kind, prepared while the database is up. */
async function calls(): Promise<Call[]> {
  const user = await signedIn(web);
  const { access_token: token } = await tokensFrom(user, web);
  const link = await linkFor(newAddress(), web);
  const page = new Agent();
  const form = await page.open(authUrl(web));
  const fields = { email: newAddress(), client_id: web.client_id, redirect_uri: web.redirect_uri };
  const grant = { grant_type: 'client_credentials', ...credentials(service) };
  const json = { headers: { accept: 'application/json' }, redirect: 'manual' } as const;
  return [
    {
      name: '/request-magic-link',
      needsDatabase: true,
      send: async () => await read(await requestLink(fields)),
    },
    { name: '/verify-email', needsDatabase: true, send: async () => await read(await fetch(link, json)) },
    { name: 'a link in a browser', needsDatabase: true, send: () => new Agent().open(link) },
    { name: 'the email page', needsDatabase: true, send: () => page.submit(form, { email: newAddress() }) },
    {
      name: '/userinfo',
      needsDatabase: false,
      send: async () => await read(await fetch(`${baseUrl}/userinfo`, { headers: bearer(token) })),
    },
    {
      name: '/introspect',
      needsDatabase: false,
      send: async () => await read(await post(`${baseUrl}/introspect`, { token, ...credentials(web) })),
    },
    {
      name: '/token',
      needsDatabase: false,
      send: async () => await read(await post(`${baseUrl}/token`, grant)),
    },
    { name: '/auth', needsDatabase: false, send: () => new Agent().open(authUrl(web)) },
    {
      name: 'discovery',
      needsDatabase: false,
      send: async () => await read(await fetch(`${baseUrl}/.well-known/openid-configuration`)),
    },
  ];
}

/** Every call gets a response in time: its usual one if possible, otherwise 503 with `Retry-After`. */
async function expectUnavailable(all: readonly Call[]): Promise<void> {
  const outcomes = await Promise.all(
    all.map(async ({ name, needsDatabase, send }) => {
      const began = Date.now();
      const { status, headers, text } = await send();
      // Keycloak's own page is the only one that needs no database.
      const named = text.includes('temporarily_unavailable') || text.includes('<html');
      const retries = Number(headers.get('retry-after')) > 0 && named;
      const good = status === 503 ? retries : status === 200 && !needsDatabase;
      const inTime = Date.now() - began < LONGEST_MILLIS;
      return good && inTime
        ? name
        : `${name}: ${status}, Retry-After ${headers.get('retry-after')}, after ${Date.now() - began} ms: ${text.slice(0, 200)}`;
    }),
  );
  expect(outcomes).toEqual(all.map(({ name }) => name));
}

/** Without any restart: links are sent and used again, on both nodes. */
async function expectRecovery(): Promise<void> {
  for (const node of NODES) {
    const end = Date.now() + RECOVERY_MILLIS;
    const request = () =>
      requestLink(
        { email: newAddress(), client_id: web.client_id, redirect_uri: web.redirect_uri },
        `${node}/realms/linkgate`,
      );
    let response = await request();
    for (; response.status === 503 && Date.now() < end; response = await request()) await wait(250);
    expect(response.status).toBe(200);
    expect(await openLink(await linkFor(newAddress(), web), node)).toBe(302);
  }
}

describe('a database', () => {
  let restore = async (): Promise<void> => {};
  afterEach(async () => {
    await restore();
    restore = async () => {};
  });

  test('that is down makes it return 503, and needs no restart once it is back', async () => {
    const all = await calls();
    await database('stop');
    restore = () => database('start');
    await expectUnavailable(all);
    await restore();
    restore = async () => {};
    await expectRecovery();
  });

  test('that hangs makes it return 503 within bounds, and needs no restart when it continues', async () => {
    const all = await calls();
    await database('freeze');
    restore = () => database('thaw');
    await expectUnavailable(all);
    await restore();
    await expectRecovery();
  });

  test('that is slow makes it return 503 for requests that need it, and delays nothing else', async () => {
    const link = await linkFor(newAddress(), web);
    await onDatabase(async (client) => {
      await client.query('BEGIN');
      await client.query('LOCK TABLE LINKGATE_LINK IN ACCESS EXCLUSIVE MODE');
      const waiting = fetch(link, { headers: { accept: 'application/json' }, redirect: 'manual' });
      const grant = { grant_type: 'client_credentials', ...credentials(service) };
      expect((await post(`${baseUrl}/token`, grant)).status).toBe(200);
      const response = await waiting;
      expect([response.status, Number(response.headers.get('retry-after')) > 0]).toEqual([503, true]);
      await client.query('ROLLBACK');
    });
    expect(await openLink(link)).toBe(302);
  });
});
