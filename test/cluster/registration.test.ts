/**
 * On PostgreSQL: of an administrator's decision about a client and the client's own simultaneous request, the later one sees the
 * other.
 */
import { expect, test, vi } from 'vitest';
import { callAdminApi } from '../support/admin-api.ts';
import { onDatabase, waitingForLocks } from '../support/cluster.ts';
import { PATIENT } from '../support/patience.ts';
import { callRegistration, register, remove, setApproval } from '../support/registration.ts';

const APPROVAL = 'linkgate.approval';

test('a client’s update doesn’t overwrite a concurrent decision about it', async () => {
  const client = await register('default', { redirectUris: ['https://shop.example/back'] });
  await setApproval(client, 'approved');
  const decided = await onDatabase(async (database) => {
    const row = [client.id, APPROVAL];
    await database.query('BEGIN');
    await database.query(
      "UPDATE CLIENT_ATTRIBUTES SET VALUE = 'deleted' WHERE CLIENT_ID = $1 AND NAME = $2",
      row,
    );
    const body = { clientId: client.clientId, attributes: { [APPROVAL]: 'pending' } };
    const changed = callRegistration('PUT', `default/${client.clientId}`, client.token, body);
    await vi.waitUntil(async () => (await waitingForLocks()) === 1, PATIENT);
    await database.query('COMMIT');
    expect((await changed).status).toBe(401);
    const sql = 'SELECT VALUE FROM CLIENT_ATTRIBUTES WHERE CLIENT_ID = $1 AND NAME = $2';
    return (await database.query(sql, row)).rows;
  });
  expect(decided).toEqual([{ value: 'deleted' }]);
  await remove(client);
});

test('an administrator doesn’t approve a client’s concurrent change of itself', async () => {
  const client = await register('default', { name: 'Fish', redirectUris: ['https://shop.example/back'] });
  const { version } = (await callAdminApi<{ version: string }>('GET', `/clients/${client.id}`)).json;
  const response = await onDatabase(async (database) => {
    await database.query('BEGIN');
    // Simulates the client's request: it locks its approval, then writes.
    const lock = 'SELECT 1 FROM CLIENT_ATTRIBUTES WHERE CLIENT_ID = $1 AND NAME = $2 FOR UPDATE';
    await database.query(lock, [client.id, APPROVAL]);
    await database.query("UPDATE CLIENT SET NAME = 'Your Bank' WHERE ID = $1", [client.id]);
    const approved = callAdminApi<{ id: string }>('PUT', `/clients/${client.id}/approval`, {
      body: { state: 'approved', version },
    });
    await vi.waitUntil(async () => (await waitingForLocks()) === 1, PATIENT);
    await database.query('COMMIT');
    return await approved;
  });
  expect([response.status, response.json.id]).toEqual([409, 'client-changed']);
  const stored = await onDatabase(async (database) => {
    const sql = 'SELECT VALUE FROM CLIENT_ATTRIBUTES WHERE CLIENT_ID = $1 AND NAME = $2';
    return (await database.query(sql, [client.id, APPROVAL])).rows;
  });
  expect(stored).toEqual([{ value: 'pending' }]);
  await remove(client);
});
