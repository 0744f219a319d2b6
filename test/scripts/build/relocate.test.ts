/** The engine's packages have another name in the plugin's JAR; `test/all/deployments/jar.test.ts` compares it with Maven's. */
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { relocate } from '../../../scripts/build/compile.ts';
import { obtainEngine } from '../../../scripts/build/engine.ts';
import { buildPlugin } from '../../../scripts/build/plugin.ts';
import { runProgram } from '../../support/command.ts';
import { partPath } from '../../support/part.ts';

const FOLDER = partPath('relocate');
const inFolder = (...names: string[]) => path.join(FOLDER, ...names);

/** The names in a JAR, without folders. */
async function namesIn(jar: string): Promise<string[]> {
  const { stdout } = await runProgram('jar', ['tf', jar], { cwd: FOLDER });
  return stdout.split('\n').filter((name) => name !== '' && !name.endsWith('/'));
}

beforeAll(async () => {
  await rm(FOLDER, { recursive: true, force: true });
  await mkdir(FOLDER, { recursive: true });
});
afterAll(() => rm(FOLDER, { recursive: true, force: true }));

describe('the engine', () => {
  let names: string[];
  let contents: Map<string, string>;
  beforeAll(async () => {
    names = await namesIn(await obtainEngine());
    await relocate(inFolder('engine'), [await obtainEngine()]);
    const files = await readdir(inFolder('engine'), { recursive: true, withFileTypes: true });
    contents = new Map(
      await Promise.all(
        files
          .filter((file) => file.isFile())
          .map(async ({ parentPath, name }): Promise<[string, string]> => {
            const file = path.join(parentPath, name);
            return [path.relative(inFolder('engine'), file), await readFile(file, 'latin1')];
          }),
      ),
    );
  });

  test('has each of its files under the new name, and nothing that describes its own JAR', () => {
    const renamed = names
      .filter((name) => !['META-INF/MANIFEST.MF', 'module-info.class'].includes(name))
      .map((name) =>
        name.replace('org/mozilla/', 'org/linkgate/rhino/').replace('org.mozilla.', 'org.linkgate.rhino.'),
      );
    expect(renamed.length).toBeGreaterThan(600);
    expect([...contents.keys()].toSorted()).toEqual(renamed.toSorted());
  });

  test('names its former packages nowhere', () => {
    const former = [...contents]
      .filter(([name, text]) => !name.endsWith('.properties') && /org[./]mozilla[./]/.test(text))
      .map(([name]) => name);
    expect(former).toEqual([]);
    expect(contents.get('META-INF/services/org.linkgate.rhino.javascript.RegExpLoader')?.trim()).toBe(
      'org.linkgate.rhino.javascript.regexp.RegExpLoaderImpl',
    );
  });

  test('is in the plugin’s JAR', async () => {
    const inPlugin = new Set(await namesIn(await buildPlugin({ log: console.log })));
    expect([...contents.keys()].filter((name) => !inPlugin.has(name))).toEqual([]);
    expect([...inPlugin].filter((name) => name.includes('mozilla'))).toEqual([]);
    expect(inPlugin).toContain('org/linkgate/script/Linkgate1.class');
    expect(inPlugin).toContain('org/linkgate/host/Scripts.class');
  });
});

test('the first of files with the same name counts, and the same files are the same JAR', async () => {
  for (const [folder, text] of Object.entries({ one: 'first', other: 'second' })) {
    await mkdir(inFolder(folder, 'sub'), { recursive: true });
    await writeFile(inFolder(folder, 'sub', 'same.txt'), text);
    await writeFile(inFolder(folder, `${folder}.txt`), text);
  }
  await relocate(inFolder('a.jar'), [inFolder('one'), inFolder('other')]);
  await relocate(inFolder('b.jar'), [inFolder('one'), inFolder('other')]);
  expect((await readFile(inFolder('a.jar'))).equals(await readFile(inFolder('b.jar')))).toBe(true);
  expect(await namesIn(inFolder('a.jar'))).toEqual([
    'META-INF/MANIFEST.MF',
    'one.txt',
    'other.txt',
    'sub/same.txt',
  ]);
  await relocate(inFolder('both'), [inFolder('a.jar')]);
  expect(await readFile(inFolder('both', 'sub', 'same.txt'), 'utf8')).toBe('first');
});
