/** The tables that the readiness check looks for. */
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { TABLES } from '../../../provider-scripts/src/database/tables.ts';

const CHANGE_LOG = new URL(
  '../../../provider-scripts/host/src/main/resources/META-INF/linkgate-changelog.xml',
  import.meta.url,
);

test('the list of tables is that of the change log', async () => {
  const text = await readFile(CHANGE_LOG, 'utf8');
  const made = [...text.matchAll(/<createTable tableName="(\w+)"/g)].map(([, name]) => name);
  expect(made.sort()).toEqual([...TABLES].sort());
});
