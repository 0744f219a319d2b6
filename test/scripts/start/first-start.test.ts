/** The first start of a fresh clone: Maven downloads Keycloak and the script engine while npm installs. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ROOT } from '../../../scripts/build/root.ts';
import { isRunning } from '../../../scripts/server/process-id.ts';
import { KEYCLOAK_VERSION } from '../../../scripts/server/version.ts';
import { partPath } from '../../support/part.ts';
import { PATIENCE_MILLIS, PATIENT } from '../../support/patience.ts';

const CLONE = partPath('fresh-clone');
const inClone = (...names: string[]) => path.join(CLONE, ...names);
/** npm's package with Node for this platform. */
const NODE_PACKAGE = `node-${process.platform}-${process.arch}`;
const POM = 'provider-scripts/host/pom.xml';
const SERVER = inClone('.local', `keycloak-${KEYCLOAK_VERSION}`);

/** Longer than the test waits for a program's end: a leftover program must not end by itself. */
const LONG_SECONDS = (10 * PATIENCE_MILLIS) / 1000;

/** Waits for Maven as `distribution.ts` and `engine.ts` do. */
const STUB = `
const ids = [process.env.LINKGATE_UNPACKING, process.env.LINKGATE_FETCHING].map(Number);
const runs = (id) => {
  try {
    return process.kill(id, 0);
  } catch {
    return false;
  }
};
const look = () => (ids.some(runs) ? setTimeout(look, 50) : console.log('started', ids[0]));
look();
`;

/** Waits for a file. */
const waitFor = (file: string) =>
  `i=0; while [ ! -e ${file} ]; do i=$((i+1)); [ $i -gt ${PATIENCE_MILLIS / 50} ] && exit 9; sleep 0.05; done`;

/** What Maven says of itself; the Java compiler finds its JARs anywhere. */
const VERSION = '[ "$1" = --version ] && { echo "Maven home: /nowhere"; exit 0; }';

async function program(name: string, lines: readonly string[]): Promise<void> {
  await writeFile(inClone('bin', name), ['#!/bin/sh', ...lines, ''].join('\n'));
  await chmod(inClone('bin', name), 0o755);
}

/** `npm start` without npm's own start; returns its output and its exit. */
function start() {
  const child = spawn(process.execPath, [inClone('scripts', 'run.mjs'), 'start.ts'], {
    env: { PATH: `${inClone('bin')}:${process.env.PATH}` },
  });
  let output = '';
  let stdout = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (output += data));
  child.stdout.on('data', (data) => (stdout += data));
  const ended = new Promise<{ code: number | null; output: string; stdout: string }>((resolve) => {
    child.on('close', (code) => resolve({ code, output, stdout }));
  });
  return { child, ended };
}

beforeEach(async () => {
  await rm(CLONE, { recursive: true, force: true });
  for (const file of [
    'run.mjs',
    'server/unpack.mjs',
    'server/fetch-engine.mjs',
    'server/fetch.mjs',
    'server/version.ts',
    'server/maven/components.xml',
  ])
    await cp(path.join(ROOT, 'scripts', file), inClone('scripts', file));
  await cp(path.join(ROOT, POM), inClone(POM));
  await mkdir(inClone('scripts', 'commands'));
  await writeFile(inClone('scripts', 'commands', 'start.ts'), STUB);
  await writeFile(inClone('package-lock.json'), '{"packages":{}}');
  // An invalid archive has no version.
  await writeFile(inClone('scripts', 'server', 'checksums.json'), '{}');
  await mkdir(inClone('bin'));
  await program('javac', []);
  // Each waits for the other: run one after the other they would wait forever.
  await program('npm', [
    `touch ${inClone('npm-begun')}`,
    waitFor(inClone('mvn-begun')),
    `mkdir -p ${inClone('node_modules', NODE_PACKAGE, 'bin')}`,
    // npm 9 makes no link in `.bin`.
    `ln -s ${process.execPath} ${inClone('node_modules', NODE_PACKAGE, 'bin', 'node')}`,
    `echo '{"packages":{}}' > ${inClone('node_modules', '.package-lock.json')}`,
  ]);
});
afterEach(() => rm(CLONE, { recursive: true, force: true }));

describe('a fresh clone', () => {
  test('downloads Keycloak while npm installs, and reports each step with a line', async () => {
    await program('mvn', [
      VERSION,
      `touch ${inClone('mvn-begun')}`,
      waitFor(inClone('npm-begun')),
      // Called twice at the same time.
      `for word in "$@"; do case $word in -DoutputDirectory=*) folder=\${word#*=};; -Dartifact=*) echo "\${word#*=}" >> ${inClone('fetched')};; esac; done`,
      'case $folder in *rhino*) touch "$folder/$(basename "$folder" | sed "s/^.//; s/-[0-9]*$//")"; exit 0;; esac',
      `mkdir -p $folder/keycloak-${KEYCLOAK_VERSION}`,
      `echo ${KEYCLOAK_VERSION} > $folder/keycloak-${KEYCLOAK_VERSION}/version.txt`,
    ]);
    const { code, output, stdout } = await start().ended;
    expect(code, output).toBe(0);
    // A command's own output may be JSON.
    expect(stdout).not.toContain('npm:');
    expect(output).toMatch(/^started \d+$/m);
    for (const line of [/^npm: installing .*…$/m, /^npm: done after \d+ s$/m, /^Keycloak: downloading .*…$/m])
      expect(output).toMatch(line);
    expect(existsSync(path.join(SERVER, 'version.txt'))).toBe(true);
    expect((await readdir(inClone('.local'))).filter((name) => name.startsWith('rhino-'))).toHaveLength(1);
    // `fetch.test.ts` sees Maven fetch nothing but what it is asked for.
    const fetched = (await readFile(inClone('fetched'), 'utf8')).trim().split('\n').sort();
    expect(fetched).toEqual([
      `org.keycloak:keycloak-quarkus-dist:zip:${KEYCLOAK_VERSION}`,
      expect.stringMatching(/^org\.mozilla:rhino:[\d.]+$/),
    ]);
  });

  test('starts even if Maven fails, so that the start can report why', async () => {
    await program('mvn', [VERSION, `touch ${inClone('mvn-begun')}`, 'echo "[ERROR] no network"', 'exit 1']);
    const { code, output } = await start().ended;
    expect([code, output]).toEqual([0, expect.stringMatching(/^started \d+$/m)]);
    expect(existsSync(SERVER)).toBe(false);
  });

  test('leaves nothing running when it is stopped while it installs', async () => {
    await program('npm', [`echo $$ > ${inClone('npm.pid')}`, `exec sleep ${LONG_SECONDS}`]);
    await program('mvn', [VERSION, `echo $$ > ${inClone('mvn.pid')}`, `exec sleep ${LONG_SECONDS}`]);
    const { child, ended } = start();
    const idIn = async (name: string) => Number(await readFile(inClone(name), 'utf8'));
    const both = ['npm.pid', 'mvn.pid'];
    await vi.waitFor(async () => {
      for (const name of both) expect(await idIn(name)).toBeGreaterThan(0);
    }, PATIENT);
    const ids = await Promise.all(both.map(idIn));
    child.kill('SIGTERM');
    expect((await ended).code).toBe(143);
    await vi.waitFor(() => expect(ids.filter(isRunning)).toEqual([]), PATIENT);
  });
});
