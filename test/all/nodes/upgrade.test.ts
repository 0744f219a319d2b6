/**
 * The upgrade from the tables of each release, with rows in them, to a release with one more change set; and back, by the backup
 * that the guide asks for.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Home } from '../../../scripts/server/home.ts';
import { withClient } from '../../../scripts/server/postgres.ts';
import { makeNextRelease, NEXT } from '../../support/next-release.ts';
import { openLink } from '../../support/sign-in.ts';
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
  storedReleases,
} from '../../support/stored-tables.ts';

const { unused: UNUSED, used: USED } = STORED_ADDRESSES;
const [SIGNED_IN, REJECTED] = [302, 401];

let next: Home;
beforeAll(async () => {
  next = await makeNextRelease();
});

describe.each(await storedReleases())('from release %s', (release) => {
  const name = `upgraded_${release.replaceAll(/\W/g, '_')}`;
  const backup = `${name}_backup`;
  let node: StoredNode | undefined;
  afterAll(async () => await node?.stop());

  async function hasNextColumn(database: string): Promise<boolean> {
    const query = 'SELECT 1 FROM INFORMATION_SCHEMA.COLUMNS WHERE TABLE_NAME = $1 AND COLUMN_NAME = $2';
    const { rowCount } = await withClient(databaseOf(database), (client) =>
      client.query(query, [NEXT.table, NEXT.column]),
    );
    return rowCount === 1;
  }

  test('forward: the tables are updated, and their links stay as good as they were', async () => {
    await createStoredDatabase(name, await readStored(release));
    await copyDatabase(backup, [], name);
    node = await startOn(name, next);
    expect(await hasNextColumn(name)).toBe(true);
    const link = await signedLinkTo(UNUSED, name, node);
    expect([
      await openLink(link),
      await openLink(link),
      await openLink(await signedLinkTo(USED, name, node)),
    ]).toEqual([SIGNED_IN, REJECTED, REJECTED]);
    await node.stop();
  });

  test('back: this release doesn’t start on them, but on the backup, as it was', async () => {
    expect(await startFailure(name)).toContain('a newer release has changed this database');
    node = await startOn(backup);
    expect(await hasNextColumn(backup)).toBe(false);
    const link = await signedLinkTo(UNUSED, backup, node);
    expect([await openLink(link), await openLink(link)]).toEqual([SIGNED_IN, REJECTED]);
  });
});
