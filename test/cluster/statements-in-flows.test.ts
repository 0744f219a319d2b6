/**
 * Statements within a flow: one of Keycloak's that fails, where Keycloak treats any failure as a sign-in error (503, not 400); and the step's,
 * which are the same for any name.
 */
import { expect, inject, test, vi } from 'vitest';
import type { WorkChallenge } from '../../provider-scripts/src/realm/shield/challenge.ts';
import { transactionsOf } from '../../scripts/server/statement-log.ts';
import { setRealmAttributes } from '../support/admin.ts';
import { callAdminApi } from '../support/admin-api.ts';
import { Agent } from '../support/agent.ts';
import { makeBackend } from '../support/backend-links.ts';
import { requestOnPage, requireCode } from '../support/check-email-page.ts';
import { onDatabase } from '../support/cluster.ts';
import { emailTo, newAddress } from '../support/email.ts';
import { PATIENCE_MILLIS, PATIENT } from '../support/patience.ts';
import { SHIELD_ON, solve } from '../support/shield.ts';
import { linkFor, requestLink } from '../support/sign-in.ts';
import { requestStepLink, WITH_BACKEND_LINKS } from '../support/step-links.ts';
import { LINK, makeStepRealm, type StepUser, startSignIn } from '../support/step-realm.ts';

const { web } = inject('site').clients;

const ENDS_WAITING = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query ~* 'USER_CONSENT'`;

/** Closes the database connection that looks up a consent, Keycloak's last look-up in a flow, during `send`. */
async function whileConsentsFail<T>(send: () => Promise<T>): Promise<T> {
  return await onDatabase(async (client) => {
    await client.query('BEGIN');
    await client.query('LOCK TABLE USER_CONSENT IN ACCESS EXCLUSIVE MODE');
    try {
      // A transaction sees others' activity as of its first query.
      const end = () => onDatabase(async (other) => (await other.query(ENDS_WAITING)).rowCount);
      const ended = vi.waitFor(async () => expect(await end()).toBe(1), PATIENT);
      const [response] = await Promise.all([send(), ended]);
      return response;
    } finally {
      await client.query('ROLLBACK');
    }
  });
}

/** Requests that end a flow: one that Linkgate runs, and one of Keycloak's. */
const REQUESTS = {
  'a link': async () => {
    const link = await linkFor(newAddress(), web);
    return () => new Agent().request(link);
  },
  'an entered code': async () => {
    const [agent, email] = [new Agent(), newAddress()];
    const page = await requestOnPage(agent, email, web);
    const code = requireCode(await emailTo(email));
    return async () => await agent.submit(page, { code });
  },
} as const;

test.each(Object.entries(REQUESTS))('%s', { timeout: 2 * PATIENCE_MILLIS }, async (_, prepare) => {
  const send = await prepare();
  const failed = await whileConsentsFail(send);
  expect([failed.status, Number(failed.headers.get('retry-after')) > 0]).toEqual([503, true]);
  expect(failed.headers.get('location')).toBeNull();
});

/** Makes the database log every statement, or none. */
const logAll = (value: 'all' | 'none') =>
  onDatabase(async (database) => {
    await database.query(`ALTER SYSTEM SET log_statement = '${value}'`);
    await database.query('SELECT pg_reload_conf()');
  });

/** Linkgate's statements about accounts; Keycloak's are written in lower case. */
const ABOUT_ACCOUNTS = /^SELECT .* FROM (?:\w+\.)?(?:CREDENTIAL|USER_ENTITY|USER_ATTRIBUTE) /;

test('a step in a stock realm sends the same statements about accounts for any name', async () => {
  const realm = await makeStepRealm({ loginTheme: 'keycloak.v2', emailTheme: 'keycloak' });
  const client = await realm.makeClient([
    { provider: LINK, config: { unverified: 'reject', signUp: 'closed' } },
  ]);
  const [known, unverified] = [await realm.makeUser(), await realm.makeUser({ emailVerified: false })];
  const named = [known.email, known.username, unverified.email, newAddress(), 'nobody-here'];
  const statementsFor = async (username: string) => {
    const agent = new Agent();
    const page = await startSignIn(realm, client, agent);
    const transactions = await transactionsOf(inject('cluster').databaseLog, async () => {
      expect((await agent.submit(page, { email: username, action: 'send' })).status).toBe(200);
    });
    return transactions.flat().filter((statement) => ABOUT_ACCOUNTS.test(statement));
  };
  await logAll('all');
  const sent: string[][] = [];
  try {
    for (const name of named) sent.push(await statementsFor(name));
  } finally {
    await logAll('none');
    await realm.remove();
  }
  expect(sent[0]?.length).toBeGreaterThan(1);
  for (const [index, name] of named.entries()) expect([name, sent[index]]).toEqual([name, sent[0]]);
});

test('a link that a backend requests in a stock realm costs no more statements than one of the step’s page', async () => {
  const realm = await makeStepRealm(
    { loginTheme: 'keycloak.v2', emailTheme: 'keycloak' },
    { attributes: WITH_BACKEND_LINKS },
  );
  const client = await realm.makeClient([{ provider: LINK }]);
  const backend = await makeBackend(['manage-users'], { realm: realm.name });
  const statementsOf = async (send: (user: StepUser) => Promise<unknown>) => {
    // The first one of each fills Keycloak's caches.
    await send(await realm.makeUser());
    const user = await realm.makeUser();
    return (await transactionsOf(inject('cluster').databaseLog, async () => void (await send(user)))).flat();
  };
  await logAll('all');
  try {
    const ofPage = await statementsOf(async ({ email }) => {
      const agent = new Agent();
      await agent.submit(await startSignIn(realm, client, agent), { email, action: 'send' });
    });
    const ofBackend = await statementsOf(async ({ email }) => {
      const fields = { email, delivery: 'email' };
      expect((await requestStepLink(realm, client, fields, backend.token)).status).toBe(201);
    });
    expect(ofPage.length).toBeGreaterThan(1);
    expect(ofBackend.length, ofBackend.join('\n')).toBeLessThanOrEqual(ofPage.length);
  } finally {
    await logAll('none');
    await backend.remove();
    await realm.remove();
  }
});

test('a proof of work costs a link one more statement, and asking for one none', async () => {
  const request = async (email: string, proof?: string) => {
    const { client_id, redirect_uri } = web;
    const response = await requestLink({
      ...{ email, client_id, redirect_uri, scope: 'openid' },
      ...(proof === undefined ? {} : { shield_response: proof }),
    });
    return { status: response.status, body: (await response.json()) as { challenge: WorkChallenge } };
  };
  const statementsOf = async (status: number, email: string, proof?: string) =>
    (
      await transactionsOf(inject('cluster').databaseLog, async () => {
        expect(await request(email, proof)).toMatchObject({ status });
      })
    ).flat();
  const proofFor = async (email: string) => solve((await request(email)).body.challenge);
  // The first one fills Keycloak's caches.
  await request(newAddress());
  await logAll('all');
  let restore: (() => Promise<void>) | undefined;
  try {
    const off = await statementsOf(200, newAddress());
    restore = await setRealmAttributes(SHIELD_ON);
    const [first, second] = [newAddress(), newAddress()];
    await request(first, await proofFor(first));
    const asked = await statementsOf(403, second);
    const proven = await statementsOf(200, second, await proofFor(second));
    expect(asked).toEqual([]);
    expect(off.length).toBeGreaterThan(1);
    expect(proven.length, proven.join('\n')).toBeLessThanOrEqual(off.length + 1);
  } finally {
    await logAll('none');
    await restore?.();
  }
});

test('an address that is asked for a challenge by its domain costs one statement, and none once its IP address has used its requests', async () => {
  const { client_id, redirect_uri } = web;
  const send = async () =>
    await requestLink({
      email: newAddress().replace('example.com', 'mailinator.com'),
      client_id,
      redirect_uri,
    });
  const statementsOf = async (status: number) =>
    (
      await transactionsOf(inject('cluster').databaseLog, async () => {
        expect((await send()).status).toBe(status);
      })
    ).flat();
  const restore = await setRealmAttributes({
    'linkgate.sign-up-rules': 'true',
    'linkgate.sign-up-disposable': 'challenge',
  });
  // The first one fills Keycloak's caches.
  await send();
  await logAll('all');
  let limited: (() => Promise<void>) | undefined;
  try {
    const asked = await statementsOf(403);
    expect(asked).toHaveLength(1);
    expect(asked[0]).toContain('LINKGATE_SIGN_UP_RULE');
    limited = await setRealmAttributes({ 'linkgate.limit.exempt': '', 'linkgate.limit.general': '1/60' });
    await vi.waitUntil(async () => (await send()).status === 429, PATIENT);
    expect(await statementsOf(429)).toEqual([]);
  } finally {
    await logAll('none');
    await limited?.();
    await restore();
  }
});

test('the rules for sign-up cost a link one statement, the same for any address, and none while they are off', async () => {
  const { client_id, redirect_uri } = web;
  const send = async (email: string) =>
    expect((await requestLink({ email, client_id, redirect_uri, scope: 'openid' })).status).toBe(200);
  const statementsOf = async (email: string) =>
    (await transactionsOf(inject('cluster').databaseLog, () => send(email))).flat();
  const setRules = async (denied: string[]) =>
    expect((await callAdminApi('PUT', '/sign-up-rules', { body: { denied } })).status).toBe(200);
  const [denied, other] = ['denied', 'other'].map((name) =>
    newAddress().replace('example.com', `${name}-by-rules.example`),
  ) as [string, string];
  await setRules(['denied-by-rules.example']);
  await send(newAddress());
  await logAll('all');
  let restore: (() => Promise<void>) | undefined;
  try {
    const off = await statementsOf(newAddress());
    restore = await setRealmAttributes({ 'linkgate.sign-up-rules': 'true' });
    await send(newAddress());
    const [ofDenied, ofOther] = [await statementsOf(denied), await statementsOf(other)];
    const ofRules = (all: readonly string[]) => all.filter((one) => one.includes('LINKGATE_SIGN_UP_RULE'));
    expect([ofRules(off).length, ofRules(ofDenied).length]).toEqual([0, 1]);
    expect(ofDenied).toEqual(ofOther);
    expect(ofDenied.length, ofDenied.join('\n')).toBe(off.length + 1);
  } finally {
    await logAll('none');
    await restore?.();
    await setRules([]);
  }
});
