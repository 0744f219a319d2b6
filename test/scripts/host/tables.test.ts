/** The documented tables, and those that the script for removal drops, match the change log. */
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { SCHEMA_VERSION } from '../../../provider-scripts/src/database/schema.ts';
import { TABLE_NAMES } from '../../../provider-scripts/src/database/table-names.ts';

const CHANGE_LOG = new URL(
  '../../../provider-scripts/host/src/main/resources/META-INF/linkgate-changelog.xml',
  import.meta.url,
);

/** The names in a part of the change log. */
async function named(pattern: RegExp): Promise<string[]> {
  return [...(await readFile(CHANGE_LOG, 'utf8')).matchAll(pattern)].map(([, name = '']) => name);
}

test('the list of tables matches the change log', async () => {
  expect((await named(/<createTable tableName="(\w+)"/g)).sort()).toEqual([...TABLE_NAMES].sort());
});

test('the script for removal drops exactly these tables and the record of their changes', async () => {
  const script = await readFile(new URL('../../../deploy/drop-tables.sql', import.meta.url), 'utf8');
  const dropped = [...script.matchAll(/^DROP TABLE IF EXISTS (\w+);$/gm)].map(([, name = '']) => name);
  const tables = [...TABLE_NAMES].map((name) => name.toLowerCase());
  expect(dropped.toSorted()).toEqual([...tables, 'databasechangelog_linkgate'].toSorted());
  expect(script.split('\n').filter((line) => line !== '' && !/^(--|DROP TABLE)/.test(line))).toEqual([]);
});

test('the schema has the number of the newest change, and each change a number of its own', async () => {
  const ids = await named(/<changeSet id="([^"]*)"/g);
  const numbers = ids.map((id) => Number(/^(\d+)-[a-z-]+$/.exec(id)?.[1]));
  expect(numbers.toSorted((one, other) => one - other)).toEqual(
    Array.from({ length: SCHEMA_VERSION }, (_, i) => i + 1),
  );
});
