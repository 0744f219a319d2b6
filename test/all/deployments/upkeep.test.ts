/**
 * Expired rows are deleted from H2, too, whose SQL differs in places; test/all/nodes/upkeep.test.ts has the details, on
 * PostgreSQL.
 */
import { execFile } from 'node:child_process';
import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type RunningNode, startNode } from '../../../scripts/server/node.ts';
import { freePort } from '../../../scripts/server/ports.ts';
import { TEST_JVM } from '../../support/jvm.ts';
import { partPath } from '../../support/part.ts';
import { unchangedHome, VARIANT_ADMIN } from '../../support/variant.ts';

const run = promisify(execFile);
const DATA = partPath('variant', 'upkeep-data');
/** Allows a second process besides the server. */
const URL_FOR_TWO = `jdbc:h2:file:${path.join(DATA, 'keycloakdb')};NON_KEYWORDS=VALUE;AUTO_SERVER=TRUE`;
const USER = 'keycloak';
/** More than two steps. */
const ENDED_ROWS = 2345;
const PATIENCE_MILLIS = 360_000;

let node: RunningNode;
let h2 = '';

/** Runs a statement as another client of the server's database; returns its output. */
async function sql(statement: string): Promise<string> {
  const login = ['-user', USER, '-password', USER];
  const { stdout } = await run('java', [
    ...['-cp', h2, 'org.h2.tools.Shell', '-url', URL_FOR_TWO],
    ...[...login, '-sql', statement],
  ]);
  return stdout;
}

beforeAll(async () => {
  const home = await unchangedHome();
  const libraries = path.join(home.directory, 'lib', 'lib', 'main');
  h2 = path.join(
    libraries,
    (await readdir(libraries)).find((file) => file.startsWith('com.h2database.h2-')) ?? '',
  );
  await rm(DATA, { recursive: true, force: true });
  const httpPort = await freePort();
  node = await startNode({
    home,
    httpPort,
    managementPort: await freePort(),
    hostname: `http://localhost:${httpPort}`,
    adminUsername: VARIANT_ADMIN.username,
    adminPassword: VARIANT_ADMIN.password,
    extraArgs: [
      `--db-url=${URL_FOR_TWO}`,
      `--db-username=${USER}`,
      `--db-password=${USER}`,
      '--spi-jpa-entity-provider--linkgate--upkeep-seconds=5',
    ],
    env: TEST_JVM,
    logFile: partPath('variant', 'upkeep.log'),
  });
});
afterAll(async () => await node?.stop());

test('on H2 expired rows are removed, also when all expire in the same second, and valid ones remain', async () => {
  const rows = (key: string, end: number, count: number) =>
    `INSERT INTO LINKGATE_LIMIT (REALM_ID, LIMIT_KEY, LIMIT_NAME, CALLS, EXPIRES_AT) SELECT ID, '${key}-' || X, 'link-email', '', ${end} FROM REALM, SYSTEM_RANGE(1, ${count}) WHERE NAME = 'master'`;
  await sql(rows('later', 4_000_000_000, 3));
  await sql(rows('ended', 1000, ENDED_ROWS));
  const left = async () =>
    /\b\d+$/m.exec(
      await sql('SELECT COUNT(*) FROM LINKGATE_LIMIT').then((text) => text.split('\n')[1] ?? ''),
    );
  await vi.waitUntil(async () => (await left())?.[0] === '3', { timeout: PATIENCE_MILLIS, interval: 1000 });
  expect(await sql('SELECT LIMIT_KEY FROM LINKGATE_LIMIT ORDER BY LIMIT_KEY')).toMatch(
    /later-1\s+later-2\s+later-3\s+\(3 rows/,
  );
});
