/** Expired rows are deleted: on one node at a time, in steps that block no request. */
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { accountOf, setUnverifiedEmail } from '../../support/accounts.ts';
import { admin } from '../../support/admin.ts';
import { NODES, onDatabase } from '../../support/cluster.ts';
import { newAddress } from '../../support/email.ts';
import { linkFor, openLink } from '../../support/sign-in.ts';

const { web } = inject('site').clients;
const EXPIRED_ROWS = 12_345;
const STEP_ROWS = 1000;
const DONE_MILLIS = 180_000;
const POLL_MILLIS = 250;

/** Records the connection of every statement that deletes links, and its number of rows. */
const WATCH = [
  'CREATE TABLE UPKEEP_SEEN (NODE TEXT, ROWS BIGINT)',
  `CREATE FUNCTION UPKEEP_SEES() RETURNS TRIGGER LANGUAGE plpgsql AS $$ BEGIN
     INSERT INTO UPKEEP_SEEN SELECT current_setting('application_name'), count(*) FROM GONE WHERE JTI LIKE 'ended-%';
     RETURN NULL; END $$`,
  `CREATE TRIGGER UPKEEP_SEES AFTER DELETE ON LINKGATE_LINK REFERENCING OLD TABLE AS GONE
     FOR EACH STATEMENT EXECUTE FUNCTION UPKEEP_SEES()`,
];
/** The same for counts, which all expire in one second. */
const WATCH_COUNTS = [
  'CREATE TABLE UPKEEP_COUNTS (ROWS BIGINT)',
  `CREATE FUNCTION UPKEEP_SEES_COUNTS() RETURNS TRIGGER LANGUAGE plpgsql AS $$ BEGIN
     INSERT INTO UPKEEP_COUNTS SELECT count(*) FROM GONE WHERE LIMIT_KEY LIKE 'ended-%';
     RETURN NULL; END $$`,
  `CREATE TRIGGER UPKEEP_SEES_COUNTS AFTER DELETE ON LINKGATE_LIMIT REFERENCING OLD TABLE AS GONE
     FOR EACH STATEMENT EXECUTE FUNCTION UPKEEP_SEES_COUNTS()`,
];
const UNWATCH_COUNTS = [
  'DROP TRIGGER UPKEEP_SEES_COUNTS ON LINKGATE_LIMIT',
  'DROP FUNCTION UPKEEP_SEES_COUNTS',
  'DROP TABLE UPKEEP_COUNTS',
];
const UNWATCH = [
  'DROP TRIGGER UPKEEP_SEES ON LINKGATE_LINK',
  'DROP FUNCTION UPKEEP_SEES',
  'DROP TABLE UPKEEP_SEEN',
];

const EXPIRED = `INSERT INTO LINKGATE_LINK (JTI, REALM_ID, CLIENT_UUID, EMAIL_KEY, EMAIL, STATE, ISSUED_AT, EXPIRES_AT, REQUEST)
  SELECT 'ended-' || i, R.ID, C.ID, 'ended-' || i, 'ended@example.com', 'issued', 1, 1000 + i, '{}'
  FROM generate_series(1, ${EXPIRED_ROWS}) i, REALM R JOIN CLIENT C ON C.REALM_ID = R.ID AND C.CLIENT_ID = 'demo-web'
  WHERE R.NAME = 'linkgate'`;

const EXPIRED_COUNTS = `INSERT INTO LINKGATE_LIMIT (REALM_ID, LIMIT_KEY, LIMIT_NAME, CALLS, EXPIRES_AT)
  SELECT R.ID, 'ended-' || i, 'link-email', '', 1000 FROM generate_series(1, ${EXPIRED_ROWS}) i, REALM R WHERE R.NAME = 'linkgate'`;

/** Counts that haven't expired. */
const VALID_ROWS = 5000;
const VALID = `INSERT INTO LINKGATE_LIMIT (REALM_ID, LIMIT_KEY, LIMIT_NAME, CALLS, EXPIRES_AT)
  SELECT R.ID, 'kept-' || i, 'link-email', '', 4102444800 FROM generate_series(1, ${VALID_ROWS}) i, REALM R WHERE R.NAME = 'linkgate'`;

/** The number of counts that a node reports; 0 until it has queried the database. */
async function countsShownBy(managementUrl: string): Promise<number> {
  const text = await (await fetch(`${managementUrl}/metrics`)).text();
  return Number(/^linkgate_table_rows\{table="LINKGATE_LIMIT"\} (\S+)$/m.exec(text)?.[1] ?? 0);
}

describe('expired rows', () => {
  beforeAll(async () => {
    await onDatabase(async (client) => {
      for (const statement of [...WATCH, ...WATCH_COUNTS, VALID]) await client.query(statement);
    });
  });
  afterAll(async () => {
    await onDatabase(async (client) => {
      for (const statement of [...UNWATCH, ...UNWATCH_COUNTS]) await client.query(statement);
      await client.query("DELETE FROM LINKGATE_LIMIT WHERE LIMIT_KEY LIKE 'kept-%'");
    });
  });

  test('are removed once, by one node, in batches; valid rows remain', async () => {
    const link = await linkFor(newAddress(), web);
    const seen = await onDatabase(async (client) => {
      await client.query(EXPIRED);
      for (const end = Date.now() + DONE_MILLIS; Date.now() < end; await wait(POLL_MILLIS)) {
        const left = await client.query("SELECT 1 FROM LINKGATE_LINK WHERE JTI LIKE 'ended-%'");
        if (left.rowCount === 0) break;
      }
      return (
        await client.query<{ node: string; rows: string }>(
          'SELECT NODE, ROWS FROM UPKEEP_SEEN WHERE ROWS > 0',
        )
      ).rows.map(({ node, rows }) => ({ node, rows: Number(rows) }));
    });
    expect(seen.reduce((sum, { rows }) => sum + rows, 0)).toBe(EXPIRED_ROWS);
    expect(Math.max(...seen.map(({ rows }) => rows))).toBeLessThanOrEqual(STEP_ROWS);
    expect(new Set(seen.map(({ node }) => node)).size).toBe(1);
    expect(seen[0]?.node).toMatch(new RegExp(NODES.map((node) => new URL(node).port).join('|')));
    expect(await openLink(link)).toBe(302);
  });

  test('are removed in batches when all expire in the same second; a locked row doesn’t block the others', async () => {
    await onDatabase(async (client) => {
      await client.query(EXPIRED_COUNTS);
      await client.query('BEGIN');
      await client.query("SELECT 1 FROM LINKGATE_LIMIT WHERE LIMIT_KEY = 'ended-7' FOR UPDATE");
      const left = "SELECT LIMIT_KEY FROM LINKGATE_LIMIT WHERE LIMIT_KEY LIKE 'ended-%'";
      const until = async (rows: number) =>
        vi.waitUntil(async () => (await client.query(left)).rowCount === rows, {
          timeout: DONE_MILLIS,
          interval: POLL_MILLIS,
        });
      await until(1);
      await client.query('COMMIT');
      await until(0);
      const { rows } = await client.query<{ rows: string }>('SELECT ROWS FROM UPKEEP_COUNTS WHERE ROWS > 0');
      expect(rows.reduce((sum, one) => sum + Number(one.rows), 0)).toBe(EXPIRED_ROWS);
      expect(Math.max(...rows.map((one) => Number(one.rows)))).toBeLessThanOrEqual(STEP_ROWS);
    });
  });

  test('are not all rows: each node reports the number of stored rows, as the database estimates it', async () => {
    for (const { managementUrl } of inject('cluster').nodes)
      await vi.waitUntil(async () => (await countsShownBy(managementUrl)) >= VALID_ROWS, {
        timeout: DONE_MILLIS,
        interval: POLL_MILLIS,
      });
  });
});

test('the time of an account’s takeover is stored once, and deleted with the account', async () => {
  const email = newAddress();
  expect(await openLink(await linkFor(email, web))).toBe(302);
  const id = await accountOf(email);
  const instants = async () =>
    await onDatabase(async (client) => {
      const { rows } = await client.query<{ taken_at: string }>(
        'SELECT TAKEN_AT FROM LINKGATE_TAKEOVER WHERE USER_ID = $1',
        [id],
      );
      return rows.map(({ taken_at }) => Number(taken_at));
    });
  expect(await instants()).toEqual([]);
  const begun = Date.now();
  for (const emailNumber of [2, 3]) {
    await setUnverifiedEmail(id, email);
    expect(await openLink(await linkFor(email, web, { emailNumber }))).toBe(302);
  }
  const [instant, ...others] = await instants();
  expect(others).toEqual([]);
  expect(instant).toBeGreaterThanOrEqual(begun);
  await (await admin()).users.del({ realm: 'linkgate', id });
  expect(await instants()).toEqual([]);
});
