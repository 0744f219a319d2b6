/** Maven fetches an artifact from the repository of its settings, and nothing else. */
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { fetchArtifact } from '../../../scripts/server/fetch.mjs';
import { runProgram } from '../../support/command.ts';
import { partPath } from '../../support/part.ts';

const FOLDER = partPath('fetch');
const inFolder = (...names: string[]) => path.join(FOLDER, ...names);
const EXECUTABLE = 0o100;

/** Puts a file into the repository, as the only version of its artifact. */
async function publish(artifact: string, name: string, content: Buffer): Promise<void> {
  const folder = inFolder('repository', 'org', 'example', artifact, '1');
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, name), content);
}

const before = process.env.MAVEN_OPTS;
beforeAll(async () => {
  await rm(FOLDER, { recursive: true, force: true });
  await mkdir(inFolder('home', '.m2'), { recursive: true });
  const url = pathToFileURL(inFolder('repository'));
  const mirror = `<mirror><id>local</id><mirrorOf>*</mirrorOf><url>${url}</url></mirror>`;
  await writeFile(
    inFolder('home', '.m2', 'settings.xml'),
    `<settings><mirrors>${mirror}</mirrors></settings>`,
  );
  process.env.MAVEN_OPTS = `-Duser.home=${inFolder('home')}`;
  await mkdir(inFolder('server', 'bin'), { recursive: true });
  await writeFile(inFolder('server', 'bin', 'run.sh'), 'true');
  await writeFile(inFolder('server', 'text'), 'of the server');
  await runProgram('jar', ['cfM', inFolder('server.zip'), '-C', FOLDER, 'server'], { cwd: FOLDER });
  await publish('one', 'one-1.jar', Buffer.from('a file'));
  await publish('server', 'server-1.zip', await readFile(inFolder('server.zip')));
  await publish('broken', 'broken-1.zip', Buffer.from('no archive'));
});
afterAll(async () => {
  if (before === undefined) delete process.env.MAVEN_OPTS;
  else process.env.MAVEN_OPTS = before;
  await rm(FOLDER, { recursive: true, force: true });
});

beforeEach(async () => {
  await rm(inFolder('out'), { recursive: true, force: true });
  await mkdir(inFolder('out'));
});

describe('fetchArtifact', () => {
  test('copies a file, and downloads nothing else', async () => {
    const lines: string[] = [];
    const problem = await fetchArtifact('org.example:one:1', inFolder('out'), (line) => lines.push(line));
    expect(problem, lines.join('\n')).toBeUndefined();
    expect(await readFile(inFolder('out', 'one-1.jar'), 'utf8')).toBe('a file');
    const cached = await readdir(inFolder('home', '.m2', 'repository'), { recursive: true });
    expect(cached.filter((name) => /\.(?:jar|pom|zip)$/.test(name))).toEqual(['org/example/one/1/one-1.jar']);
  });

  test('unpacks an archive, with its programs and times', async () => {
    expect(await fetchArtifact('org.example:server:zip:1', inFolder('out'), () => {})).toBeUndefined();
    expect(await readFile(inFolder('out', 'server', 'text'), 'utf8')).toBe('of the server');
    const [program, text, original] = await Promise.all(
      [
        inFolder('out', 'server', 'bin', 'run.sh'),
        inFolder('out', 'server', 'text'),
        inFolder('server', 'text'),
      ].map((file) => stat(file)),
    );
    expect((program?.mode ?? 0) & EXECUTABLE).toBe(EXECUTABLE);
    expect((text?.mode ?? 0) & EXECUTABLE).toBe(0);
    // An archive counts by two seconds.
    expect(Math.abs((text?.mtimeMs ?? 0) - (original?.mtimeMs ?? 0))).toBeLessThan(2001);
  });

  test('names a broken archive, which unpack.mjs then downloads again', async () => {
    const problem = await fetchArtifact('org.example:broken:zip:1', inFolder('out'), () => {});
    expect(problem).toMatch(/Error unpacking file: .*\/broken-1\.zip to:/);
  });

  test('says what is missing', async () => {
    const problem = await fetchArtifact('org.example:absent:1', inFolder('out'), () => {});
    expect(problem).toContain('org.example:absent:jar:1');
    expect(existsSync(inFolder('out', 'absent-1.jar'))).toBe(false);
  });
});
