/** On PostgreSQL and two nodes: a consent and a concurrent takeover of the account are serialized: the later one sees the earlier one. */
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest';
import { requestAccount, tokensOfPages } from '../support/account-pages.ts';
import { accountOf, setUnverifiedEmail } from '../support/accounts.ts';
import { admin } from '../support/admin.ts';
import { Agent, type Page } from '../support/agent.ts';
import { authUrl, signedIn } from '../support/authorization.ts';
import { chooseSignedInAccount } from '../support/chooser.ts';
import { NODES, onDatabase, waitingForLocks } from '../support/cluster.ts';
import { newAddress } from '../support/email.ts';
import { makeClient, type OwnClient } from '../support/own-client.ts';
import { PATIENT } from '../support/patience.ts';
import { exchange, linkFor } from '../support/sign-in.ts';

const { web } = inject('site').clients;

let other: OwnClient;
beforeAll(async () => {
  other = await makeClient();
});
afterAll(() => other.remove());

/**
 * Blocks the stranger's request at a table lock, then the first use of the owner's link, and lets both continue in that order.
 */
async function raceAtLock<T>(table: string, act: () => Promise<T>, link: string): Promise<[T, Page]> {
  return await onDatabase(async (client) => {
    await client.query('BEGIN');
    await client.query(`LOCK TABLE ${table} IN SHARE MODE`);
    const done = act();
    await vi.waitUntil(async () => (await waitingForLocks()) === 1, PATIENT);
    const opened = new Agent({ accept: 'text/html' }, NODES[1]).open(link);
    await vi.waitUntil(async () => (await waitingForLocks()) === 2, PATIENT);
    await client.query('COMMIT');
    return await Promise.all([done, opened]);
  });
}

/** Where the consent is blocked: before or after it has touched the account's data. */
test.each([
  ['before it is written', 'USER_CONSENT'],
  ['once a part of it is written', 'USER_CONSENT_CLIENT_SCOPE'],
])('a consent that is blocked %s gives a stranger no access', async (_, table) => {
  const [before, email] = [newAddress('stranger'), newAddress('owner')];
  const stranger = await signedIn(web, {}, before);
  const id = await accountOf(before);
  await setUnverifiedEmail(id, email);
  const link = await linkFor(email, web);
  const consent = await chooseSignedInAccount(stranger, await stranger.open(authUrl(other)));
  expect(consent.text).toContain('name="accept"');
  const acceptConsent = () => stranger.submit(consent, { accept: 'Yes' });
  const [response, owner] = await raceAtLock(table, acceptConsent, link);
  expect(owner.text).toContain('name="accept"');
  const consents = await (await admin()).users.listConsents({ realm: 'linkgate', id });
  expect(consents.map(({ clientId }) => clientId)).not.toContain(other.client_id);
  const code = new URL(response.headers.get('location') ?? '', response.url).searchParams.get('code');
  expect([response.status, code === null ? 'none' : (await exchange(code, other)).status]).toBeOneOf([
    [403, 'none'],
    [302, 400],
  ]);
});

test('a change by an access token that is blocked until the account was claimed is rolled back', async () => {
  const [before, email] = [newAddress('stranger'), newAddress('owner')];
  const stranger = await signedIn(web, {}, before);
  const id = await accountOf(before);
  const tokens = await tokensOfPages(stranger);
  await setUnverifiedEmail(id, email);
  const link = await linkFor(email, web);
  const change = () => requestAccount(tokens, { email, username: email, firstName: 'Stranger' });
  const [changed, owner] = await raceAtLock('USER_ENTITY', change, link);
  expect(owner.text).toContain('name="accept"');
  const row = await onDatabase((client) =>
    client.query('SELECT FIRST_NAME, EMAIL_VERIFIED FROM USER_ENTITY WHERE ID = $1', [id]),
  );
  expect([changed.status, row.rows]).toEqual([401, [{ first_name: null, email_verified: true }]]);
});

test('an account whose address changes while its first link is used isn’t claimed', async () => {
  const [before, email] = [newAddress('stranger'), newAddress('owner')];
  await signedIn(web, {}, before);
  const id = await accountOf(before);
  await setUnverifiedEmail(id, email);
  const link = await linkFor(email, web);
  const changed = newAddress('changed');
  const owner = await onDatabase(async (client) => {
    await client.query('BEGIN');
    await client.query('UPDATE USER_ENTITY SET EMAIL = $1, EMAIL_CONSTRAINT = $1 WHERE ID = $2', [
      changed,
      id,
    ]);
    const opened = new Agent().open(link);
    await vi.waitUntil(async () => (await waitingForLocks()) === 1, PATIENT);
    await client.query('COMMIT');
    return await opened;
  });
  expect([owner.status, owner.text.includes('name="accept"')]).toEqual([401, false]);
  const row = await onDatabase((client) =>
    client.query('SELECT EMAIL, EMAIL_VERIFIED FROM USER_ENTITY WHERE ID = $1', [id]),
  );
  expect(row.rows).toEqual([{ email: changed, email_verified: false }]);
});

/** How far ahead the time lies until the sessions have ended. */
const GRACE_MILLIS = 60_000;
/** When an account counts as claimed, in Unix milliseconds; none before. */
const TAKEN_AT = 'SELECT TAKEN_AT FROM LINKGATE_TAKEOVER WHERE USER_ID = $1';
const LOCK = 4711;
/** Each change of such a time waits for the lock; the claim inserts it. */
const HOLD = `CREATE FUNCTION hold_takeover() RETURNS trigger LANGUAGE plpgsql AS
    'BEGIN PERFORM pg_advisory_xact_lock(${LOCK}); RETURN NEW; END';
  CREATE TRIGGER hold_takeover BEFORE UPDATE ON LINKGATE_TAKEOVER FOR EACH ROW EXECUTE FUNCTION hold_takeover()`;

test('between a claim and the end of its sessions, all tabs of the account count as ended', async () => {
  const [before, email] = [newAddress('stranger'), newAddress('owner')];
  await signedIn(web, {}, before);
  const id = await accountOf(before);
  await setUnverifiedEmail(id, email);
  const link = await linkFor(email, web);
  await onDatabase(async (client) => {
    const takenAt = async () => Number((await client.query(TAKEN_AT, [id])).rows[0]?.taken_at);
    await client.query('SELECT pg_advisory_lock($1)', [LOCK]);
    await client.query(HOLD);
    const begun = Date.now();
    const opened = new Agent().open(link);
    await vi.waitUntil(async () => (await waitingForLocks()) === 1, PATIENT);
    const meanwhile = await takenAt();
    await client.query('SELECT pg_advisory_unlock($1)', [LOCK]);
    const page = await opened;
    await client.query('DROP FUNCTION hold_takeover CASCADE');
    expect(meanwhile).toBeGreaterThanOrEqual(begun + GRACE_MILLIS);
    expect(page.text).toContain('name="accept"');
    expect(await takenAt()).toBeLessThanOrEqual(Date.now());
  });
});
