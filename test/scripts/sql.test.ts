/** The scripts' SQL: values are passed only as parameters. */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../../scripts/build/root.ts';
import { columnsOfTables, keysOf } from '../support/change-log.ts';

const SOURCES = path.join(ROOT, 'provider-scripts', 'src');
const STATEMENT = /(`[^`]*`|'[^'\n]*'|"[^"\n]*")/g;
const SQL = /^.(SELECT|INSERT|UPDATE|DELETE)\b/;
/** Names that a statement may contain, and their values: never a caller's input. */
const FIXED = [
  'COLUMNS',
  'ISSUED',
  'NEWEST_FIRST',
  'limited',
  'SAME_TAB',
  'columns',
  'where',
  'from',
  'until',
  'part',
  'table',
  'placeholders',
  'how',
  'STEP_ROWS',
  'key',
  'calls',
  'ends',
  'keys',
  'inTab',
  'kept',
  'ended',
] as const;

async function sources(): Promise<{ file: string; text: string }[]> {
  const files = (await readdir(SOURCES, { recursive: true })).filter((file) => file.endsWith('.ts'));
  return await Promise.all(
    files.map(async (file) => ({ file, text: await readFile(path.join(SOURCES, file), 'utf8') })),
  );
}

test('only one file accesses the database, and it uses parameters', async () => {
  const talking = (await sources()).filter(({ text }) =>
    /createNativeQuery|createQuery|\bStatements\b|getConnection\(\)\.(prepare|create)/.test(text),
  );
  expect(talking.map(({ file }) => file)).toEqual([path.join('platform', 'database', 'sql.ts')]);
});

test('a statement consists of literals and of names that the same file defines', async () => {
  const found: string[] = [];
  for (const { file, text } of await sources()) {
    for (const [statement] of text.matchAll(STATEMENT)) {
      if (!SQL.test(statement)) continue;
      for (const [, name = ''] of statement.matchAll(/\$\{([^}]*)\}/g)) {
        if (!(FIXED as readonly string[]).includes(name)) found.push(`${file}: ${name}`);
      }
    }
    expect(text, file).not.toMatch(/(SELECT|INSERT|UPDATE|DELETE) [^`'"]*['"`] \+/);
  }
  expect(found).toEqual([]);
});

test('a client’s attribute is read as text: some databases return its column as a large object', async () => {
  const found: string[] = [];
  for (const { file, text } of await sources()) {
    for (const [statement] of text.matchAll(STATEMENT)) {
      const [, columns = ''] = /^.SELECT (.*?) FROM .*CLIENT_ATTRIBUTES/.exec(statement) ?? [];
      if (/\bVALUE\b/.test(columns.replaceAll(/CAST\(\w+\.VALUE AS VARCHAR/g, '')))
        found.push(`${file}: ${columns}`);
    }
  }
  expect(found).toEqual([]);
});

/** Keys of Keycloak's tables whose rows are locked; others' are their ID. */
const KEYCLOAK_KEYS: Readonly<Record<string, string[][]>> = { CLIENT_ATTRIBUTES: [['CLIENT_ID', 'NAME']] };

/** Why two requests that lock rows by this statement may each wait for the other; null if they can't. */
function lockProblem(statement: string): string | null {
  if (/SKIP LOCKED|FETCH FIRST 1 ROWS ONLY/.test(statement)) return null;
  const [, table = ''] = /FROM (\w+)/.exec(statement) ?? [];
  const keys = table.startsWith('LINKGATE_') ? keysOf(table) : (KEYCLOAK_KEYS[table] ?? [['ID']]);
  const given = [...statement.matchAll(/(\w+) = \?\d/g)].map(([, column]) => column);
  if (!statement.includes(' OR ') && keys.some((key) => key.every((column) => given.includes(column))))
    return null;
  const [, order] = /ORDER BY (\w+) FOR UPDATE/.exec(statement) ?? [];
  if (order === undefined) return 'locks several rows in no order';
  // A part of a statement names no table: its column is the key of one.
  const ordered = table === '' ? [...columnsOfTables().keys()].flatMap(keysOf) : keys;
  return ordered.some((key) => key.at(-1) === order) ? null : `orders by ${order}, which is no key`;
}

test('a statement that locks several rows does so in the order of a key: others would deadlock', async () => {
  const found: string[] = [];
  let locking = 0;
  for (const { file, text } of await sources()) {
    for (const [statement] of text.matchAll(STATEMENT)) {
      if (!/FOR UPDATE\b/.test(statement)) continue;
      locking += 1;
      const problem = lockProblem(statement);
      if (problem !== null) found.push(`${file}: ${statement.slice(0, 90)}: ${problem}`);
    }
    // Lower case, other line ends or a concatenation would be overlooked.
    expect(text.match(/for update/gi)?.length ?? 0, file).toBe(text.match(/FOR UPDATE/g)?.length ?? 0);
  }
  expect(found).toEqual([]);
  expect(locking).toBeGreaterThan(10);
});

test('finds the statements to check', async () => {
  const statements = (await sources()).flatMap(({ text }) =>
    [...text.matchAll(STATEMENT)].filter(([s]) => SQL.test(s)),
  );
  expect(statements.length).toBeGreaterThan(10);
});
