/** The tables of each release with sample rows, stored in the repository as SQL, and databases created from them. */
import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Client } from 'pg';
import { inject } from 'vitest';
import { findPrograms, withClient } from '../../scripts/server/postgres.ts';
import { onDatabase } from './cluster.ts';

const run = promisify(execFile);
const FOLDER = path.join(import.meta.dirname, '..', 'fixtures', 'tables');
/** The addresses of the stored links: of one that waits, of one that was used, and of several that were counted. */
export const STORED_ADDRESSES = {
  unused: 'stored-waits@example.com',
  used: 'stored-used@example.com',
  counted: 'stored-counted@example.com',
} as const;
/** The realms whose rows are stored, and the tables that have some. */
const STORED_ROWS = {
  LINKGATE_LINK: "EMAIL LIKE 'stored-%@example.com'",
  LINKGATE_REFERRAL: 'ID = $1',
  LINKGATE_LIMIT: 'LIMIT_KEY = $1',
} as const;
const OWN_TABLES = ['--table=linkgate_*', '--table=databasechangelog_linkgate'];
/** Instants in `CALLS`, in Unix milliseconds, as the first release writes them. */
const CALLS_BASE = 36;
const MILLIS_PER_SECOND = 1000;

/** The installation's own IDs of realms and clients, and their placeholders in the file. */
const PLACES = `SELECT '{realm ' || NAME || '}' AS PLACE, ID FROM REALM UNION ALL
  SELECT '{client ' || R.NAME || ' ' || C.CLIENT_ID || '}', C.ID FROM CLIENT C JOIN REALM R ON R.ID = C.REALM_ID`;

/** The stored state of a release. */
export interface StoredTables {
  sql: string;
  /** A referral code of the realm with closed sign-up, with one use. */
  referralCode: string;
  /** Unix seconds. */
  storedAt: number;
}

/** The releases whose tables are stored; none before the first release. */
export async function storedReleases(): Promise<string[]> {
  const files = await readdir(FOLDER).catch(() => []);
  return files.map((file) => path.basename(file, '.sql')).sort();
}

/** Reads the stored state of a release. */
export async function readStored(release: string): Promise<StoredTables> {
  const sql = await readFile(path.join(FOLDER, `${release}.sql`), 'utf8');
  const [, referralCode = '', storedAt = ''] = /^-- referral code (\S+), stored at (\d+)$/m.exec(sql) ?? [];
  return { sql, referralCode, storedAt: Number(storedAt) };
}

/** Stores the nodes' tables, with the rows that tests look up. */
export async function storeTables(
  release: string,
  referral: { id: string; code: string },
  limitKey: string,
): Promise<void> {
  const [{ stdout: tables }, rows] = await Promise.all([
    postgres('pg_dump', inject('cluster').database.name, [
      ...['--schema-only', '--no-owner', '--no-privileges', ...OWN_TABLES],
    ]),
    onDatabase(async (client) => {
      const places = await placesIn(client);
      const inserts = [
        ...(await insertsOf(client, 'LINKGATE_LINK', STORED_ROWS.LINKGATE_LINK, [])),
        ...(await insertsOf(client, 'LINKGATE_REFERRAL', STORED_ROWS.LINKGATE_REFERRAL, [referral.id])),
        ...(await insertsOf(client, 'LINKGATE_LIMIT', STORED_ROWS.LINKGATE_LIMIT, [limitKey])),
        ...(await insertsOf(client, 'DATABASECHANGELOG_LINKGATE', 'TRUE', [])),
      ].join('\n');
      const withPlaces = [...places].reduce((text, [place, id]) => text.replaceAll(id, place), inserts);
      return withPlaces
        .replaceAll(`localhost:${inject('site').variables.DEMO_PORT}`, '{demo}')
        .replaceAll(inject('site').serverUrl, '{server}');
    }),
  ]);
  const made = tables.split('\n').filter((line) => /\S/.test(line) && !/^(--|SET |SELECT |\\)/.test(line));
  const head = [
    `-- Linkgate's tables as release ${release} leaves them, for test/all/nodes/tables.test.ts, which also makes this file:`,
    `-- LINKGATE_KEEP_TABLES=${release} npm test -- --project nodes test/all/nodes/tables.test.ts`,
    `-- referral code ${referral.code}, stored at ${Math.floor(Date.now() / MILLIS_PER_SECOND)}`,
  ];
  await mkdir(FOLDER, { recursive: true });
  await writeFile(path.join(FOLDER, `${release}.sql`), `${[...head, ...made, rows].join('\n')}\n`);
}

/**
 * Creates a database that has Keycloak's tables with the nodes' realms, and a release's own tables with its stored rows, with
 * times shifted to now.
 */
export async function createStoredDatabase(name: string, { sql, storedAt }: StoredTables): Promise<void> {
  const { database } = inject('cluster');
  await copyDatabase(
    name,
    OWN_TABLES.map((table) => table.replace('--table', '--exclude-table')),
  );
  await withClient({ ...database, name }, async (client) => {
    const places = await placesIn(client);
    const here = sql
      .replaceAll(/\{(?:realm|client) [^}]+\}/g, (place) => places.get(place) ?? place)
      .replaceAll('{demo}', `localhost:${inject('site').variables.DEMO_PORT}`)
      .replaceAll('{server}', inject('site').serverUrl);
    await client.query(here);
    await moveTo(client, Math.floor(Date.now() / MILLIS_PER_SECOND) - storedAt);
  });
}

/** Creates a database from another one, the nodes' by default, as far as `pg_dump` exports it with these options. */
export async function copyDatabase(
  name: string,
  options: readonly string[] = [],
  from = inject('cluster').database.name,
): Promise<void> {
  await onDatabase(async (client) => {
    await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    await client.query(`CREATE DATABASE ${name}`);
  });
  const { stdout } = await postgres('pg_dump', from, ['--no-owner', ...options]);
  await postgres('psql', name, ['--quiet', '--set=ON_ERROR_STOP=1'], stdout);
}

/** The schema of a database's Linkgate tables: a line for each column, index and constraint. */
export async function shapeOf(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ line: string }>(`
    SELECT CONCAT_WS(' ', TABLE_NAME, COLUMN_NAME, DATA_TYPE, CHARACTER_MAXIMUM_LENGTH, IS_NULLABLE, COLUMN_DEFAULT) AS LINE
      FROM INFORMATION_SCHEMA.COLUMNS WHERE TABLE_NAME LIKE 'linkgate!_%' ESCAPE '!'
    UNION ALL SELECT INDEXDEF FROM PG_INDEXES WHERE TABLENAME LIKE 'linkgate!_%' ESCAPE '!'
    UNION ALL SELECT CONCAT_WS(' ', CONRELID::REGCLASS, CONNAME, PG_GET_CONSTRAINTDEF(OID)) FROM PG_CONSTRAINT
      WHERE CONRELID::REGCLASS::TEXT LIKE 'linkgate!_%' ESCAPE '!'`);
  return rows.map(({ line }) => line).sort();
}

async function placesIn(client: Client): Promise<Map<string, string>> {
  const { rows } = await client.query<{ place: string; id: string }>(PLACES);
  return new Map(rows.map(({ place, id }) => [place, id]));
}

async function insertsOf(
  client: Client,
  table: string,
  which: string,
  values: readonly string[],
): Promise<string[]> {
  const { rows } = await client.query<Record<string, unknown>>(`SELECT * FROM ${table} WHERE ${which}`, [
    ...values,
  ]);
  return rows.map((row) => {
    const given = Object.entries(row).filter(([, value]) => value !== null);
    const literals = given.map(([, value]) => client.escapeLiteral(text(value)));
    return `INSERT INTO ${table} (${given.map(([name]) => name).join(', ')}) VALUES (${literals.join(', ')});`;
  });
}

function text(value: unknown): string {
  return value instanceof Date ? value.toISOString() : String(value);
}

/** Shifts the times in a database by a number of seconds. */
async function moveTo(client: Client, seconds: number): Promise<void> {
  const columns = await client.query<{ table_name: string; column_name: string }>(
    "SELECT TABLE_NAME, COLUMN_NAME FROM INFORMATION_SCHEMA.COLUMNS WHERE TABLE_NAME LIKE 'linkgate!_%' ESCAPE '!' AND COLUMN_NAME LIKE '%!_at' ESCAPE '!'",
  );
  for (const { table_name, column_name } of columns.rows)
    await client.query(`UPDATE ${table_name} SET ${column_name} = ${column_name} + ${seconds}`);
  const moved = (call: string) =>
    (Number.parseInt(call, CALLS_BASE) + seconds * MILLIS_PER_SECOND).toString(CALLS_BASE);
  const logs = await client.query<{ limit_key: string; calls: string }>(
    'SELECT LIMIT_KEY, CALLS FROM LINKGATE_LIMIT',
  );
  for (const { limit_key, calls } of logs.rows)
    await client.query('UPDATE LINKGATE_LIMIT SET CALLS = $1 WHERE LIMIT_KEY = $2', [
      calls.replaceAll(/\w+/g, moved),
      limit_key,
    ]);
}

/** Runs one of PostgreSQL's programs on a database of the nodes' server. */
async function postgres(program: string, name: string, args: readonly string[], input = '') {
  const { port, username, password } = inject('cluster').database;
  const where = ['--host=127.0.0.1', `--port=${port}`, `--username=${username}`, `--dbname=${name}`];
  const running = run(path.join(await findPrograms(), program), [...where, ...args], {
    env: { ...process.env, PGPASSWORD: password },
    maxBuffer: 512 * 1024 * 1024,
  });
  running.child.stdin?.end(input);
  return await running;
}
