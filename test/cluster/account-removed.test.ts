/** On PostgreSQL: deleting an account waits for no lock on its links, deletes a locked one once it is free, and leaves no row with its ID. */
import { randomBytes } from 'node:crypto';
import { expect, inject, test, vi } from 'vitest';
import { accountOf } from '../support/accounts.ts';
import { admin } from '../support/admin.ts';
import { columnsOfTables } from '../support/change-log.ts';
import { onDatabase, waitingForLocks } from '../support/cluster.ts';
import { newAddress } from '../support/email.ts';
import { PATIENT } from '../support/patience.ts';
import { newReferral } from '../support/referrals.ts';
import { linkFor, openLink } from '../support/sign-in.ts';

const { web } = inject('site').clients;

test('a deleted account’s links are deleted, those that are locked after the lock’s release', async () => {
  const email = newAddress();
  expect(await openLink(await linkFor(email, web))).toBe(302);
  await linkFor(email, web, { emailNumber: 2 });
  const id = await accountOf(email);
  await onDatabase(async (database) => {
    const links = async () =>
      (await database.query<{ jti: string }>('SELECT JTI FROM LINKGATE_LINK WHERE EMAIL = $1', [email])).rows;
    const [locked, ...others] = await links();
    expect(others).toHaveLength(1);
    await database.query('BEGIN');
    await database.query('SELECT 1 FROM LINKGATE_LINK WHERE JTI = $1 FOR UPDATE', [locked?.jti]);
    await (await admin()).users.del({ realm: 'linkgate', id });
    expect(await links()).toEqual([locked]);
    await vi.waitUntil(async () => (await waitingForLocks()) === 1, PATIENT);
    await database.query('COMMIT');
    await vi.waitUntil(async () => (await links()).length === 0, PATIENT);
  });
});

/** The columns of the tables with users' IDs that need a value. */
const COLUMNS = `SELECT C.TABLE_NAME, C.COLUMN_NAME, C.DATA_TYPE, C.CHARACTER_MAXIMUM_LENGTH AS LENGTH FROM INFORMATION_SCHEMA.COLUMNS C
  WHERE C.IS_NULLABLE = 'NO' AND C.COLUMN_DEFAULT IS NULL OR C.COLUMN_NAME = 'user_id'`;

test('a deleted account leaves no row with its ID in any of Linkgate’s tables', async () => {
  const email = newAddress();
  expect(await openLink(await linkFor(email, web))).toBe(302);
  const id = await accountOf(email);
  const { id: referral_id } = await newReferral({ max_uses: 1 });
  await onDatabase(async (database) => {
    const { rows } =
      await database.query<Record<'table_name' | 'column_name' | 'data_type', string>>(COLUMNS);
    const { rows: links } = await database.query('SELECT * FROM LINKGATE_LINK WHERE EMAIL = $1', [email]);
    const { realm_id, client_uuid } = links[0] as Record<string, string>;
    const known: Record<string, unknown> = { user_id: id, email, realm_id, client_uuid, referral_id };
    const tables = [...columnsOfTables()].filter(([, columns]) => columns.includes('USER_ID'));
    expect(tables.length).toBeGreaterThan(4);
    for (const [table] of tables) {
      const columns = rows.filter(({ table_name }) => table_name === table.toLowerCase());
      const values = columns.map(
        ({ column_name: name, data_type: type }) =>
          known[name] ??
          (type === 'bigint' ? Math.floor(Date.now() / 1000) + 900 : randomBytes(8).toString('hex')),
      );
      await database.query(
        `INSERT INTO ${table} (${columns.map(({ column_name }) => column_name).join(', ')})
         VALUES (${values.map((_, index) => `$${index + 1}`).join(', ')})`,
        values,
      );
    }
    await (await admin()).users.del({ realm: 'linkgate', id });
    for (const [table] of tables) {
      const left = await database.query(`SELECT 1 FROM ${table} WHERE USER_ID = $1`, [id]);
      expect([table, left.rowCount]).toEqual([table, 0]);
    }
  });
});
