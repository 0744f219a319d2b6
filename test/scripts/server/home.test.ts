/** A server's folder counts as built only if one build of it has run to its end. A stand-in for Keycloak builds. */
import { execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { localPath } from '../../../scripts/server/local-folder.ts';
import { PATIENT } from '../../support/patience.ts';

const run = promisify(execFile);
const VERSION = '0.0.0-stand-in';
const distribution = localPath(`keycloak-${VERSION}`);
const NAME = 'tests/home';
const folder = localPath(NAME);
const LIBRARY = path.resolve(import.meta.dirname, '../../../scripts/server/home.ts');

/** Says that it began, waits for a file, and says that it ended. */
const KC = `#!/bin/sh
echo begin >> ${folder}/log
while [ ! -e ${folder}/go ]; do sleep 0.1; done
echo end >> ${folder}/log
`;
/** Prepares the home, after saying that it is about to. */
const PROGRAM = `
  import { writeFileSync } from 'node:fs';
  import { prepareHome } from ${JSON.stringify(LIBRARY)};
  writeFileSync(${JSON.stringify(`${folder}/started-`)} + process.pid, '');
  await prepareHome({ name: '${NAME}/server', jar: undefined, database: 'dev-file', version: '${VERSION}', log() {} });`;
const ARGS = ['--input-type=module', '--eval', PROGRAM];

beforeEach(async () => {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  for (const file of [
    'bin/kc.sh',
    'lib/quarkus-run.jar',
    'lib/quarkus/generated-bytecode.jar',
    'version.txt',
  ]) {
    await mkdir(path.dirname(path.join(distribution, file)), { recursive: true });
    await writeFile(path.join(distribution, file), file === 'bin/kc.sh' ? KC : VERSION);
  }
  await chmod(path.join(distribution, 'bin/kc.sh'), 0o755);
});
afterEach(async () => {
  for (const one of [folder, distribution]) await rm(one, { recursive: true, force: true });
});

const log = async () => {
  const file = path.join(folder, 'log');
  return existsSync(file) ? (await readFile(file, 'utf8')).trim().split('\n') : [];
};
const started = async () => (await readdir(folder)).filter((name) => name.startsWith('started-')).length;
const go = async () => await writeFile(path.join(folder, 'go'), '');

test('two processes that need the same server build it once', async () => {
  const both = [run(process.execPath, ARGS), run(process.execPath, ARGS)];
  await vi.waitUntil(async () => (await started()) === 2 && (await log()).length > 0, PATIENT);
  await go();
  await Promise.all(both);
  expect(await log()).toEqual(['begin', 'end']);
});

test('a build whose process was killed doesn’t count: the next one builds anew', async () => {
  const killed = spawn(process.execPath, ARGS, { stdio: 'ignore' });
  await vi.waitUntil(async () => (await log()).length === 1, PATIENT);
  killed.kill('SIGKILL');
  const next = run(process.execPath, ARGS);
  await vi.waitUntil(async () => (await log()).length === 2, PATIENT);
  await go();
  await next;
  expect((await log()).filter((word) => word === 'begin')).toHaveLength(2);
});
