/** On PostgreSQL: deleting an account waits for no lock on its links; a locked link is deleted once it is free. */
import { expect, inject, test, vi } from 'vitest';
import { accountOf } from '../support/accounts.ts';
import { admin } from '../support/admin.ts';
import { onDatabase, waitingForLocks } from '../support/cluster.ts';
import { newAddress } from '../support/email.ts';
import { PATIENT } from '../support/patience.ts';
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
