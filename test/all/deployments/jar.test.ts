/** The JAR that `npm start` and the tests build with a server's JARs has the content of Maven's, which is released. */
import { readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { relocate } from '../../../scripts/build/compile.ts';
import { buildPlugin } from '../../../scripts/build/plugin.ts';
import { namesInClass } from '../../support/class-file.ts';
import { partPath } from '../../support/part.ts';

const FOLDER = partPath('jars');
/** Maven's own description of its project. */
const MAVENS = /^META-INF\/maven\//;

/** The files of a JAR by their names. */
async function contentOf(by: 'server' | 'maven'): Promise<Map<string, Buffer>> {
  const folder = path.join(FOLDER, by);
  // It renames nothing that has been renamed.
  await relocate(folder, [await buildPlugin({ log: console.log, by })]);
  const files = await readdir(folder, { recursive: true, withFileTypes: true });
  const entries = files
    .filter((file) => file.isFile())
    .map((file) => path.join(file.parentPath, file.name))
    .filter((file) => !MAVENS.test(path.relative(folder, file)))
    .sort()
    .map(async (file): Promise<[string, Buffer]> => [path.relative(folder, file), await readFile(file)]);
  return new Map(await Promise.all(entries));
}

let server: Map<string, Buffer>;
let maven: Map<string, Buffer>;
beforeAll(async () => {
  await rm(FOLDER, { recursive: true, force: true });
  server = await contentOf('server');
  maven = await contentOf('maven');
});
afterAll(() => rm(FOLDER, { recursive: true, force: true }));

test('has the same files', () => {
  expect(server.size).toBeGreaterThan(5000);
  expect([...server.keys()]).toEqual([...maven.keys()]);
});

test('has the same resources', () => {
  const resources = [...server.keys()].filter((name) => !name.endsWith('.class'));
  expect(resources.length).toBeGreaterThan(100);
  const different = resources.filter((name) => maven.get(name)?.equals(server.get(name) as Buffer) !== true);
  expect(different).toEqual([]);
});

/** Maven's plugin also drops constants that nothing uses. */
test('has classes with every name of Maven’s, and with none of the engine’s former ones', () => {
  const classes = [...server.keys()].filter((name) => name.endsWith('.class'));
  const different = classes.flatMap((name) => {
    const [own, mavens] = [server, maven].map((jar) => namesInClass(jar.get(name) as Buffer));
    const known = new Set(own);
    const wrong = (mavens ?? []).filter((one) => !known.has(one));
    return [...wrong, ...(own ?? []).filter((one) => /org[./]mozilla/.test(one))].map(
      (one) => `${name}: ${one}`,
    );
  });
  expect(different).toEqual([]);
});
