/** Commands that need the server at the same time, like the parts of `.ci/run`: one downloads it, and none removes another's. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ROOT } from '../../../scripts/build/root.ts';
import CHECKSUMS from '../../../scripts/server/checksums.json' with { type: 'json' };
import { partPath } from '../../support/part.ts';
import { PATIENCE_MILLIS, PATIENT } from '../../support/patience.ts';

const FOLDER = partPath('unpack');
const TARGET = path.join(FOLDER, 'keycloak-1.2.3');
const [STARTED, PERMISSION] = [path.join(FOLDER, 'started'), path.join(FOLDER, 'may-end')];

/** What it says of itself; the Java compiler is one that finds Maven's JARs anywhere. */
const VERSION = '[ "$1" = --version ] && { echo "Maven home: /nowhere"; exit 0; }';
/** Stands in for Maven: records that it runs, waits for permission to exit, and unpacks a server. */
const MAVEN = `#!/bin/sh
${VERSION}
for word in "$@"; do case $word in -DoutputDirectory=*) folder=\${word#*=};; esac; done
echo $folder >> ${STARTED}
i=0; while [ ! -e ${PERMISSION} ]; do i=$((i+1)); [ $i -gt ${PATIENCE_MILLIS / 50} ] && exit 9; sleep 0.05; done
mkdir -p $folder/keycloak-1.2.3/lib
echo 1.2.3 > $folder/keycloak-1.2.3/version.txt
`;

beforeEach(async () => {
  await rm(FOLDER, { recursive: true, force: true });
  await mkdir(path.join(FOLDER, 'bin'), { recursive: true });
  await program('mvn', MAVEN);
  await program('javac', '#!/bin/sh\n');
});
afterEach(() => rm(FOLDER, { recursive: true, force: true }));

async function program(name: string, text: string): Promise<void> {
  await writeFile(path.join(FOLDER, 'bin', name), text);
  await chmod(path.join(FOLDER, 'bin', name), 0o755);
}

function unpack(target = TARGET) {
  const child = spawn(process.execPath, [path.join(ROOT, 'scripts', 'server', 'unpack.mjs'), target], {
    env: { PATH: `${path.join(FOLDER, 'bin')}:${process.env.PATH}` },
  });
  const captured = { output: '' };
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (captured.output += data));
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  return { captured, ended };
}

async function runsOfMaven(): Promise<number> {
  return existsSync(STARTED) ? (await readFile(STARTED, 'utf8')).trim().split('\n').length : 0;
}

async function expectOneServer(): Promise<void> {
  expect(await readFile(path.join(TARGET, 'version.txt'), 'utf8')).toBe('1.2.3\n');
  expect((await readdir(FOLDER)).filter((name) => name.startsWith('keycloak-'))).toEqual(['keycloak-1.2.3']);
}

describe('unpack.mjs', () => {
  test('waits while another process works on it', async () => {
    const first = unpack();
    await vi.waitFor(async () => expect(await runsOfMaven()).toBe(1), PATIENT);
    const second = unpack();
    await vi.waitFor(
      () => expect(second.captured.output).toContain('another process is downloading it'),
      PATIENT,
    );
    await writeFile(PERMISSION, '');
    expect(await Promise.all([first.ended, second.ended])).toEqual([0, 0]);
    expect(await runsOfMaven()).toBe(1);
    await expectOneServer();
  });

  test('keeps another process’s server, unpacked meanwhile', async () => {
    const late = unpack();
    await vi.waitFor(async () => expect(await runsOfMaven()).toBe(1), PATIENT);
    await mkdir(TARGET);
    await writeFile(path.join(TARGET, 'version.txt'), '1.2.3\n');
    await writeFile(path.join(TARGET, 'in-use'), '');
    await writeFile(PERMISSION, '');
    expect(await late.ended, late.captured.output).toBe(0);
    expect(await readdir(TARGET)).toContain('in-use');
    await expectOneServer();
  });

  test('rejects an archive with another checksum', async () => {
    const version = Object.keys(CHECKSUMS)
      .map((name) => /^keycloak-quarkus-dist-(.+)\.zip$/.exec(name)?.[1])
      .find((one) => one !== undefined);
    // It runs in the folder that it unpacks into.
    await program('mvn', `#!/bin/sh\n${VERSION}\necho another > keycloak-quarkus-dist-${version}.zip\n`);
    const replaced = unpack(path.join(FOLDER, `keycloak-${version}`));
    expect(await replaced.ended).toBe(1);
    expect(replaced.captured.output).toContain('have the SHA-256');
  });

  test('says what keeps Maven from starting', async () => {
    await program('javac', '#!/bin/sh\necho "Fetch.java:1: error: no such class" >&2\nexit 1\n');
    const failed = unpack();
    expect(await failed.ended).toBe(1);
    expect(failed.captured.output).toContain("mvn can't be run: Fetch.java:1: error: no such class");
    expect(await runsOfMaven()).toBe(0);
  });

  test('does nothing if the server exists', async () => {
    await mkdir(TARGET);
    expect(await unpack().ended).toBe(0);
    expect(await runsOfMaven()).toBe(0);
  });
});
