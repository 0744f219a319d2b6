/** The documented tables, those that the script for removal drops, and those that the upkeep cleans up, match the change log. */
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { EXPIRING_TABLES } from '../../../provider-scripts/src/endpoints/upkeep/expiring-tables.ts';
import { SCHEMA_VERSION } from '../../../provider-scripts/src/platform/database/schema.ts';
import { TABLE_NAMES } from '../../../provider-scripts/src/platform/database/table-names.ts';
import { CHANGE_LOG, columnsOfTables, primaryKeyOf } from '../../support/change-log.ts';

test('the list of tables matches the change log', () => {
  expect([...columnsOfTables().keys()].sort()).toEqual([...TABLE_NAMES].sort());
});

test('the script for removal drops exactly these tables and the record of their changes', async () => {
  const script = await readFile(new URL('../../../deploy/drop-tables.sql', import.meta.url), 'utf8');
  const dropped = [...script.matchAll(/^DROP TABLE IF EXISTS (\w+);$/gm)].map(([, name = '']) => name);
  const tables = [...TABLE_NAMES].map((name) => name.toLowerCase());
  expect(dropped.toSorted()).toEqual([...tables, 'databasechangelog_linkgate'].toSorted());
  expect(script.split('\n').filter((line) => line !== '' && !/^(--|DROP TABLE)/.test(line))).toEqual([]);
});

test('the schema has the number of the newest change, and each change a number of its own', () => {
  const ids = [...CHANGE_LOG.matchAll(/<changeSet id="([^"]*)"/g)].map(([, id = '']) => id);
  const numbers = ids.map((id) => Number(/^(\d+)-[a-z-]+$/.exec(id)?.[1]));
  expect(numbers.toSorted((one, other) => one - other)).toEqual(
    Array.from({ length: SCHEMA_VERSION }, (_, i) => i + 1),
  );
});

/** Tables whose rows stay although they expire. */
const KEPT = {
  LINKGATE_REFERRAL: 'administrators see how often an expired code was used, and delete it',
};

test('each table with an expiry has its expired rows deleted, by its key', () => {
  const expiring = [...columnsOfTables()].filter(([, columns]) => columns.includes('EXPIRES_AT'));
  expect(EXPIRING_TABLES.map(({ table }) => table).toSorted()).toEqual(
    expiring
      .map(([table]) => table)
      .filter((table) => !(table in KEPT))
      .toSorted(),
  );
  for (const { table, key } of EXPIRING_TABLES)
    expect([table, primaryKeyOf(table).filter((column) => column !== 'REALM_ID')]).toEqual([table, [key]]);
});
