/** What the engine stores of a Keycloak session between two calls of the script. */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bundle } from '../../../scripts/build/bundle.ts';
import { compileScript } from '../../../scripts/build/compile.ts';
import { librariesOf } from '../../../scripts/build/java-types.ts';
import { buildPlugin } from '../../../scripts/build/plugin.ts';
import { ROOT } from '../../../scripts/build/root.ts';
import { obtainDistribution } from '../../../scripts/server/distribution.ts';
import { localPath } from '../../../scripts/server/local-folder.ts';

const run = promisify(execFile);

const PROBE = path.join(ROOT, 'test', 'host', 'SessionProbe.java');
const SCRIPT = path.join(ROOT, 'test', 'fixtures', 'session-script.ts');
const CLASS = 'org.linkgate.script.Sessions';
const MAX_MILLIS = 900_000;

describe('of a session', () => {
  let folder = '';
  let seen: Record<'noted' | 'first' | 'second' | 'none' | 'other', string>;
  beforeAll(async () => {
    await mkdir(localPath(), { recursive: true });
    folder = await mkdtemp(localPath('session-script-'));
    const script = path.join(folder, 'sessions.js');
    await writeFile(script, (await bundle(SCRIPT, ROOT)).code);
    await compileScript(script, CLASS, folder);
    const java = process.env.JAVA_HOME ? path.join(process.env.JAVA_HOME, 'bin', 'java') : 'java';
    const [server, jar] = [await obtainDistribution(console.log), await buildPlugin({ log: console.log })];
    const classPath = [folder, jar, ...librariesOf(server)].join(path.delimiter);
    const { stdout } = await run(java, ['-cp', classPath, PROBE, CLASS]);
    seen = JSON.parse(stdout) as typeof seen;
  }, MAX_MILLIS);
  afterAll(() => rm(folder, { recursive: true, force: true }));

  test('a constant method is called once in a call of the script', () => {
    expect(seen.first).toMatch(/^first 1, first 1, /);
  });

  test('no result outlives a change of the realm between two calls', () => {
    expect([seen.second, seen.none]).toEqual(['second 2, second 2, noted', 'no realm 3, no realm 3, noted']);
  });

  test('its own values stay, and another session has none of them', () => {
    expect([seen.noted, seen.first, seen.other]).toEqual([
      'noted',
      'first 1, first 1, noted',
      'other 1, other 1, null',
    ]);
  });
});
