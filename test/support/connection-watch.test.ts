/** What the watch detects, which nestings are Keycloak's own, and which fail the tests. */
import { execFile } from 'node:child_process';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { librariesOf } from '../../scripts/build/java-types.ts';
import { obtainDistribution } from '../../scripts/server/distribution.ts';
import { describeNesting, nestingsOf, watchOf } from './connection-watch.ts';
import { KEYCLOAK_NESTINGS, ownNesting } from './keycloak-nestings.ts';
import { partPath } from './part.ts';

const run = promisify(execFile);

const WITHIN = [
  'io.agroal.pool.ConnectionPool.getConnection:1',
  'org.keycloak.models.jpa.JpaRealmProvider.getRealm:1',
  'org.keycloak.models.utils.KeycloakModelUtils.runJobInTransactionWithResult:480',
  'org.keycloak.models.utils.KeycloakModelUtils.runJobInTransaction:355',
];
const OF_SCRIPT = ['java.lang.reflect.Method.invoke:1', 'org.linkgate.script.Linkgate1._c_emit_1:1'];
const by = (...frames: string[]) => ({ first: [], second: [...WITHIN, ...frames] });

test.each(KEYCLOAK_NESTINGS)('a transaction of $begunBy is allowed, unless Linkgate caused it', (entry) => {
  const begins = `${entry.begunBy}.begin:1`;
  expect(ownNesting(by(begins, 'org.keycloak.Flow.run:1', ...OF_SCRIPT))).toBe(entry);
  expect(ownNesting(by(begins, ...OF_SCRIPT))).toBeNull();
  expect(ownNesting(by('org.keycloak.Flow.run:1', begins))).toBeNull();
  expect(entry.reason).not.toBe('');
});

test.each(
  KEYCLOAK_NESTINGS.flatMap((entry) => Object.keys(entry.mayHold ?? {}).map((held) => ({ entry, held }))),
)('while Linkgate holds a connection from $held, but from nothing else', ({ entry, held }) => {
  const common = ['org.keycloak.Handler.handle:85', 'java.lang.Thread.run:1'];
  const { second } = by(`${entry.begunBy}.error:1`, 'org.keycloak.Endpoint.process:7', ...common);
  const heldFrom = (frame: string) => ({
    first: ['org.linkgate.host.Statements.select:29', frame, ...OF_SCRIPT, ...common],
    second,
  });
  expect(ownNesting(heldFrom(`org.linkgate.script.Linkgate1.${held}:3`))).toBe(entry);
  expect(ownNesting(heldFrom('org.linkgate.script.Linkgate1._c_findLink_480:3'))).toBeNull();
  // The flow that Linkgate runs, in which Keycloak has read.
  const flow = [...OF_SCRIPT, ...common];
  const inFlow = by(`${entry.begunBy}.error:1`, 'org.keycloak.Flow.run:1', ...flow).second;
  expect(ownNesting({ first: ['org.keycloak.Users.find:1', ...flow], second: inFlow })).toBe(entry);
  expect(entry.mayHold?.[held]).not.toBe('');
});

test('nothing else is', () => {
  expect(ownNesting(by(...OF_SCRIPT))).toBeNull();
  expect(ownNesting({ first: [], second: ['org.linkgate.host.Tables.read:1'] })).toBeNull();
});

test('a thread that opens a connection while it holds one is recorded once, with both stacks', async () => {
  const folder = partPath('connection-watch');
  const log = path.join(folder, 'probe.log');
  await rm(folder, { recursive: true, force: true });
  await expect(nestingsOf(log)).rejects.toThrow('no watch');
  await mkdir(folder, { recursive: true });
  const sources = ['fixtures/providers/ConnectionWatch.java', 'host/ConnectionWatchProbe.java'];
  const classPath = [folder, ...librariesOf(await obtainDistribution(console.log))].join(path.delimiter);
  const files = sources.map((source) => path.join(import.meta.dirname, '..', source));
  await run('javac', ['-proc:none', '-nowarn', '-d', folder, '-cp', classPath, ...files]);
  const env = { ...process.env, ...watchOf(log) };
  await run('java', ['-cp', classPath, 'org.linkgate.probe.ConnectionWatchProbe'], { env });
  const nestings = await nestingsOf(log);
  expect(nestings).toHaveLength(1);
  const [only = { first: [], second: [] }] = nestings;
  expect(describeNesting(only).match(/org\.linkgate\.probe\.ConnectionWatchProbe\.main:\d+/g)).toHaveLength(
    2,
  );
});
