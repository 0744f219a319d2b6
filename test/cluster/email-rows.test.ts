/** What is stored of emails, on PostgreSQL: how it ends, that one bad report holds up no other, and that a sign-in without reports needs none of it. */
import { randomBytes } from 'node:crypto';
import { expect, inject, test, vi } from 'vitest';
import { transactionsOf } from '../../scripts/server/statement-log.ts';
import { admin, setRealmAttributes } from '../support/admin.ts';
import { callAdminApi } from '../support/admin-api.ts';
import { onDatabase } from '../support/cluster.ts';
import { linkId, newAddress } from '../support/email.ts';
import { PATIENT } from '../support/patience.ts';
import { lookUp } from '../support/reporting-service.ts';
import { linkFor, openLink } from '../support/sign-in.ts';

const { web } = inject('site').clients;
const newKey = () => randomBytes(32).toString('base64url');
const realmId = async () => (await (await admin()).realms.findOne({ realm: 'linkgate' }))?.id ?? '';
const now = () => Math.floor(Date.now() / 1000);

test('a batch that can’t be acted upon is put off, and the next one has its turn', async () => {
  const realm = await realmId();
  const [bad, good] = [newKey(), newKey()];
  const event = { id: 'none', to: 'ada@example.com', state: 'delivered', objection: null, at: 1, words: '' };
  await onDatabase(async (database) => {
    const store = async (id: string, events: string, dueAt: number) =>
      await database.query(
        `INSERT INTO LINKGATE_EMAIL_REPORT (ID, REALM_ID, ROUTE, EVENTS, DUE_AT, RECEIVED_AT, EXPIRES_AT)
         VALUES ($1, $2, 'main', $3, $4, 1, $5)`,
        [id, realm, events, dueAt, now() + 86_400],
      );
    await store(bad, '[{"broken"', 1);
    await store(good, JSON.stringify([event]), 2);
    const dueAt = async (id: string) =>
      (
        await database.query<{ due_at: string | null }>(
          'SELECT DUE_AT FROM LINKGATE_EMAIL_REPORT WHERE ID = $1',
          [id],
        )
      ).rows[0]?.due_at ?? null;
    await vi.waitUntil(async () => (await dueAt(good)) === null, PATIENT);
    expect(Number(await dueAt(bad))).toBeGreaterThan(now());
    await database.query('DELETE FROM LINKGATE_EMAIL_REPORT WHERE ID = $1', [bad]);
  });
});

test('after 90 days only the hash of a suppressed address stays', async () => {
  const realm = await realmId();
  const [old, young] = [newKey(), newKey()];
  await onDatabase(async (database) => {
    for (const [key, namedUntil] of [
      [old, now() - 1],
      [young, now() + 86_400],
    ])
      await database.query(
        `INSERT INTO LINKGATE_EMAIL_SUPPRESSION (REALM_ID, EMAIL_KEY, EMAIL, WORDS, REASON, ROUTE, SINCE, NAMED_UNTIL)
         VALUES ($1, $2, 'ada@example.com', '550 unknown', 'hard', 'main', 1, $3)`,
        [realm, key, namedUntil],
      );
    const rowOf = async (key: unknown) =>
      (
        await database.query<{ email: string | null; words: string | null; reason: string }>(
          'SELECT EMAIL, WORDS, REASON FROM LINKGATE_EMAIL_SUPPRESSION WHERE EMAIL_KEY = $1',
          [key],
        )
      ).rows[0];
    await vi.waitUntil(async () => (await rowOf(old))?.email === null, PATIENT);
    expect(await rowOf(old)).toEqual({ email: null, words: null, reason: 'hard' });
    expect(await rowOf(young)).toMatchObject({ email: 'ada@example.com', words: '550 unknown' });
    await database.query('DELETE FROM LINKGATE_EMAIL_SUPPRESSION WHERE EMAIL_KEY IN ($1, $2)', [old, young]);
  });
});

/** The rows of emails are stored while a route may report; these nodes send by their own mail server before that one. */
const REPORTING = {
  'linkgate.email-routes': `smtp; main postmark secret=\${vault.mail} feedback=\${vault.hook}`,
};

/** Lets the upkeep delete the rows of links. */
async function expireLinks(ids: readonly string[]): Promise<void> {
  await onDatabase(async (database) => {
    await database.query('UPDATE LINKGATE_LINK SET EXPIRES_AT = 1 WHERE JTI = ANY($1)', [ids]);
    const left = async () =>
      (await database.query('SELECT JTI FROM LINKGATE_LINK WHERE JTI = ANY($1)', [ids])).rowCount;
    await vi.waitUntil(async () => (await left()) === 0, PATIENT);
  });
}

test('how a link ended stays with its email once the link’s row is gone', async () => {
  const restore = await setRealmAttributes(REPORTING);
  try {
    const email = newAddress();
    const links: string[] = [];
    for (let emailNumber = 1; emailNumber <= 2; emailNumber++)
      links.push(await linkFor(email, web, { emailNumber }));
    expect(await openLink(links[1] ?? '')).toBe(302);
    for (let emailNumber = 3; emailNumber <= 4; emailNumber++)
      links.push(await linkFor(email, web, { emailNumber }));
    const ids = links.map(linkId);
    expect((await callAdminApi('POST', `/links/${ids[2]}/revoke`)).status).toBe(200);
    // As one that was opened before its email was stored.
    await onDatabase(async (database) => {
      await database.query('UPDATE LINKGATE_LINK SET SCANNED_AT = 5, OPENED_AT = 7 WHERE JTI = $1', [ids[3]]);
    });
    const endings = async () => {
      const { emails } = await lookUp(email);
      return ids.map((id) => {
        const one = emails.find(({ link }) => link === id);
        return [one?.link_state, one?.used_at !== null, one?.scanned_at, one?.opened_at];
      });
    };
    const known = await endings();
    expect(known).toEqual([
      ['superseded', false, null, null],
      ['used', true, expect.any(Number), null],
      ['revoked', false, null, null],
      [null, false, 5, 7],
    ]);
    await expireLinks(ids);
    expect(await endings()).toEqual(known);
    expect((await lookUp(email)).links).toEqual([]);
  } finally {
    await restore();
  }
});

test('an email is shown for the days that the realm sets, and stored for two weeks at least', async () => {
  const email = newAddress();
  const set = async (days: string) => await setRealmAttributes({ ...REPORTING, 'linkgate.email-days': days });
  const shown = async () => (await lookUp(email)).emails.length;
  /** Sends another one; how many days it will be stored. */
  const sendOne = async (emailNumber: number) => {
    await linkFor(email, web, { emailNumber });
    return await onDatabase(async (database) => {
      const { rows } = await database.query<{ days: number }>(
        'SELECT (EXPIRES_AT - SENT_AT / 1000)::float / 86400 AS DAYS FROM LINKGATE_EMAIL ORDER BY SENT_AT DESC LIMIT 1',
      );
      return Math.floor(rows[0]?.days ?? 0);
    });
  };
  /** Makes the emails to the address older. */
  const age = async (days: number) =>
    await onDatabase(async (database) => {
      const sql =
        'UPDATE LINKGATE_EMAIL SET SENT_AT = SENT_AT - $1, STATE_AT = STATE_AT - $1, EXPIRES_AT = EXPIRES_AT - $1 / 1000 WHERE EMAIL_KEY = (SELECT EMAIL_KEY FROM LINKGATE_EMAIL WHERE LINK_ID = $2)';
      await database.query(sql, [days * 86_400_000, (await lookUp(email)).links[0]?.id]);
    });
  let restore = await set('3');
  try {
    expect(await sendOne(1)).toBe(14);
    await age(2);
    expect(await shown()).toBe(1);
    await age(2);
    expect(await shown()).toBe(0);
    await restore();
    restore = await set('30');
    expect(await shown()).toBe(1);
    expect(await sendOne(2)).toBe(30);
    await age(11);
    // The first one goes after its fortnight.
    await vi.waitFor(async () => expect(await shown()).toBe(1), PATIENT);
    await age(18);
    expect(await shown()).toBe(1);
    await age(2);
    await vi.waitFor(async () => expect(await shown()).toBe(0), PATIENT);
  } finally {
    await restore();
  }
});

test('a sign-in by one mail server needs no statement for what becomes of its email', async () => {
  const signIn = async (email: string, emailNumber: number) =>
    expect(await openLink(await linkFor(email, web, { emailNumber }))).toBe(302);
  const email = newAddress();
  const logAll = (value: 'all' | 'none') =>
    onDatabase(async (database) => {
      await database.query(`ALTER SYSTEM SET log_statement = '${value}'`);
      await database.query('SELECT pg_reload_conf()');
    });
  const measure = async (emailNumber: number) =>
    await transactionsOf(inject('cluster').databaseLog, async () => await signIn(email, emailNumber));
  // The account, and Keycloak's caches.
  await signIn(email, 1);
  await logAll('all');
  try {
    const plain = await measure(2);
    expect(plain.flat().filter((one) => /LINKGATE_EMAIL/i.test(one))).toEqual([]);
    const restore = await setRealmAttributes({
      'linkgate.email-days': '90',
      'linkgate.mailbox-hosts': 'example.com',
    });
    try {
      await signIn(email, 3);
      const counted = await measure(4);
      expect(counted).toHaveLength(plain.length);
      // The first one may still have filled a cache.
      expect(counted.flat().length, counted.flat().join('\n')).toBeLessThanOrEqual(plain.flat().length);
      expect(counted.flat().filter((one) => /LINKGATE_EMAIL/i.test(one))).toEqual([]);
    } finally {
      await restore();
    }
  } finally {
    await logAll('none');
  }
});
