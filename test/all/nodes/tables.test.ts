/**
 * A node that finds the tables of an earlier release migrates them, with their rows; one that finds tables of a newer release
 * doesn't start.
 */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { SCHEMA_VERSION } from '../../../provider-scripts/src/platform/database/schema.ts';
import { TABLE_NAMES } from '../../../provider-scripts/src/platform/database/table-names.ts';
import { ROOT } from '../../../scripts/build/root.ts';
import { withClient } from '../../../scripts/server/postgres.ts';
import { onDatabase } from '../../support/cluster.ts';
import { newAddress } from '../../support/email.ts';
import { newReferral } from '../../support/referrals.ts';
import { linkFor, openLink, requestLink } from '../../support/sign-in.ts';
import {
  databaseOf,
  type StoredNode,
  signedLinkTo,
  startFailure,
  startOn,
} from '../../support/stored-node.ts';
import {
  copyDatabase,
  createStoredDatabase,
  readStored,
  STORED_ADDRESSES,
  shapeOf,
  storedReleases,
  storeTables,
} from '../../support/stored-tables.ts';

const { web, betaWeb } = inject('site').clients;
const { unused: UNUSED, used: USED, counted: COUNTED } = STORED_ADDRESSES;
/** The number of links requested for an address in the previous hour. */
const COUNTED_LINKS = 3;
const LINKS_PER_ADDRESS = 20;

/** Stores the tables of a release: performs on the nodes what the tests below look up, and writes the tables to a file. */
beforeAll(async () => {
  const release = process.env.LINKGATE_KEEP_TABLES;
  if (release === undefined) return;
  await linkFor(UNUSED, web, { state: 'of-the-client', nonce: 'n-1' });
  await openLink(await linkFor(USED, web));
  for (let i = 1; i <= COUNTED_LINKS; i++) await linkFor(COUNTED, web, { emailNumber: i });
  const limitKey = createHash('sha256').update(`link-email ${COUNTED}`).digest('base64url');
  await storeTables(release, await newReferral({ max_uses: 1 }), limitKey);
});

describe.each(await storedReleases())('the tables of release %s', (release) => {
  const name = `stored_${release.replaceAll(/\W/g, '_')}`;
  let referralCode = '';
  let node: StoredNode;

  beforeAll(async () => {
    const stored = await readStored(release);
    referralCode = stored.referralCode;
    await createStoredDatabase(name, stored);
    node = await startOn(name);
  });
  afterAll(() => node.stop());

  test('are migrated to today’s', async () => {
    const [found, today] = [await withClient(databaseOf(name), shapeOf), await onDatabase(shapeOf)];
    expect(found).toEqual(today);
    expect(found.length).toBeGreaterThan(0);
  });

  test('have links that stay valid: an unused one signs in once, a used one doesn’t', async () => {
    const link = await signedLinkTo(UNUSED, name, node);
    expect([
      await openLink(link),
      await openLink(link),
      await openLink(await signedLinkTo(USED, name, node)),
    ]).toEqual([302, 401, 401]);
  });

  test('have counts that still apply', async () => {
    const { client_id, redirect_uri } = web;
    const statuses: number[] = [];
    for (let sent = COUNTED_LINKS; sent <= LINKS_PER_ADDRESS; sent++) {
      const fields = { email: COUNTED, client_id, redirect_uri };
      statuses.push((await requestLink(fields, `${node.own}/realms/linkgate`)).status);
    }
    expect(statuses.pop()).toBe(429);
    expect(statuses).toEqual(statuses.map(() => 200));
  });

  test('have referral codes that stay valid', async () => {
    const { client_id, redirect_uri } = betaWeb;
    const request = (fields: object) =>
      requestLink(
        { email: newAddress(), client_id, redirect_uri, ...fields },
        `${node.own}/realms/linkgate-beta`,
      );
    expect([(await request({ referral_code: referralCode })).status, (await request({})).status]).toEqual([
      200, 403,
    ]);
  });
});

test('the script for removal drops Linkgate’s tables with their rows, and no others', async () => {
  const name = 'dropped';
  await copyDatabase(name);
  const script = await readFile(path.join(ROOT, 'deploy', 'drop-tables.sql'), 'utf8');
  const tablesOf = async (client: Client) => {
    const tables = "SELECT TABLENAME AS NAME FROM PG_TABLES WHERE SCHEMANAME = 'public'";
    return (await client.query<{ name: string }>(tables)).rows.map((row) => row.name).sort();
  };
  const [before, after] = await withClient(databaseOf(name), async (client) => {
    const found = await tablesOf(client);
    await client.query(script);
    await client.query(script);
    return [found, await tablesOf(client)];
  });
  expect(after).toEqual(before.filter((table) => !table.includes('linkgate')));
  expect(before.length - after.length).toBe(TABLE_NAMES.length + 1);
  expect(after.length).toBeGreaterThan(TABLE_NAMES.length);
});

test('tables changed by a newer release stop the start with one line that says what to do', async () => {
  const name = 'newer';
  await copyDatabase(name);
  await withClient(databaseOf(name), (client) =>
    client.query(
      "INSERT INTO DATABASECHANGELOG_LINKGATE (ID, AUTHOR, FILENAME, DATEEXECUTED, ORDEREXECUTED, EXECTYPE) VALUES ($1, 'linkgate', 'META-INF/linkgate-changelog.xml', NOW(), 100, 'EXECUTED')",
      [`${SCHEMA_VERSION + 1}-newer`],
    ),
  );
  const failure = await startFailure(name);
  const line = new RegExp(
    `ERROR: Linkgate: a newer release has changed this database .*version ${SCHEMA_VERSION + 1}.*: start that release again`,
  );
  expect(failure.split('\n').filter((one) => line.test(one))).toHaveLength(1);
});
