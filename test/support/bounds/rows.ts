/** Rows that may be numerous: clients and realms, each used once, and rows that users create. */

import { expect, inject } from 'vitest';
import { REALM } from '../../../provider-scripts/src/realm/settings/table.ts';
import { insertRows } from '../../../scripts/bench/servers/insert-rows.ts';
import { admin } from '../admin.ts';
import { whileBusy } from '../busy-server.ts';
import { onDatabase } from '../cluster.ts';
import { post } from '../form.ts';
import { removeRealm } from '../own-realm.ts';
import { requestLink } from '../sign-in.ts';
import { each, type Load } from './load.ts';

/** The number of inserted addresses that request a link. */
const REQUESTERS = 50;
const PLANTED = {
  LINKGATE_LIMIT: 'LIMIT_KEY',
  LINKGATE_DEVICE: 'ID',
  LINKGATE_LINK: 'JTI',
  USER_ENTITY: 'ID',
} as const;

/** Inserts copies of an approved client of the realm; then sends a request without a secret for each. */
export const clientsOfARealm: Load = async (count, { realm, client }) => {
  await onDatabase(async (connection) => {
    await connection.query(
      `INSERT INTO CLIENT SELECT (jsonb_populate_record(C, jsonb_build_object('id', 'many-' || I, 'client_id', 'many-' || I))).*
         FROM CLIENT C JOIN REALM R ON R.ID = C.REALM_ID, generate_series(0, $1::int - 1) I
        WHERE R.NAME = $2 AND C.CLIENT_ID = $3`,
      [count, realm.name, client.client_id],
    );
  });
  await each(count, async (index) => {
    const fields = { grant_type: 'client_credentials', client_id: `many-${index}`, client_secret: 'wrong' };
    const response = await post(`${realm.baseUrl}/token`, fields);
    expect(await response.json()).toMatchObject({ error: 'invalid_client' });
  });
  return {
    count,
    end: async () => {},
    // Keycloak removes a realm's clients one by one in one transaction, which times out on a busy node.
    cleanUp: async () => {
      await onDatabase((connection) => connection.query(`DELETE FROM CLIENT WHERE ID LIKE 'many-%'`));
    },
  };
};

/** Creates realms by the admin API, since each has keys; then requests the discovery document of each. */
export const realms: Load = async (max, { realm }, until) => {
  const { origin } = new URL(realm.baseUrl);
  const nameOf = (index: number) => `${realm.name}-${index}`;
  const make = async (index: number) => {
    const name = nameOf(index);
    const attributes = { [REALM.enabled.name]: 'true' };
    await whileBusy(async () => {
      const api = await admin();
      // An earlier attempt may have created it despite a 5xx response.
      if (!(await api.realms.findOne({ realm: name })))
        await api.realms.create({ realm: name, enabled: true, attributes });
    });
    const response = await fetch(`${origin}/realms/${name}/.well-known/openid-configuration`);
    expect(await response.json()).toMatchObject({ userinfo_endpoint: `${origin}/realms/${name}/userinfo` });
  };
  const count = await each(max, make, { atOnce: 1, until });
  return {
    count,
    end: async () => {},
    cleanUp: async () => {
      for (let index = 0; index < count; index += 1) await removeRealm(nameOf(index));
    },
  };
};

/** Inserts accounts, links, devices and counts as the benchmark does; some of these users request a link. */
export const addressesAndDevices: Load = async (count) => {
  const { baseUrl, clients } = inject('site');
  const { client_id, redirect_uri } = clients.web;
  await insertRows(inject('cluster').database, count);
  await each(REQUESTERS, async (index) => {
    const email = `fill-${1 + index}@example.com`;
    expect((await requestLink({ email, client_id, redirect_uri }, baseUrl)).status).toBe(200);
  });
  return {
    count,
    end: async () => {},
    cleanUp: async () => {
      await onDatabase(async (connection) => {
        for (const [table, key] of Object.entries(PLANTED))
          await connection.query(`DELETE FROM ${table} WHERE ${key} LIKE 'fill-%'`);
      });
    },
  };
};
