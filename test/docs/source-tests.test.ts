/** The list in docs/testing.md leads from each source folder to tests that exist, and each file of integration tests is named. */
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../../scripts/build/root.ts';
import { WINGS } from '../../scripts/check/layers.ts';
import { codeIn, readText, sectionOf } from '../support/documents.ts';

const SECTION = sectionOf(readText('docs/testing.md'), 'From a source folder to its tests');

/** Each row: a folder and its tests. */
const ROWS = [...SECTION.matchAll(/^- `([^`]+)`: (.*(?:\n {2}.*)*)/gm)].map(
  ([, folder = '', tests = '']) => [folder, codeIn(tests)] as const,
);

/** The names of tests as the list has them. */
async function testsIn(folder: string, prefix = ''): Promise<string[]> {
  const names = await readdir(path.join(ROOT, 'test', folder), { recursive: true });
  return names.flatMap((name) =>
    name.endsWith('.test.ts') ? [prefix + name.slice(0, -'.test.ts'.length)] : [],
  );
}

/** Each room of each wing, and the wings that have files of their own. */
const ROOMS = Object.entries(WINGS).flatMap(([wing, rooms]) =>
  rooms.map((room) => (room === '.' ? wing : `${wing}/${room}`)),
);

test('has each source folder once, in order', () => {
  expect(ROWS.map(([folder]) => folder)).toEqual(ROOMS.toSorted());
});

test('names tests that exist, and each of them', async () => {
  const all = [...(await testsIn('integration')), ...(await testsIn('cluster', 'cluster/'))];
  const named = [
    ...ROWS.flatMap(([, tests]) => tests),
    ...codeIn(SECTION).filter((name) => name === 'seed' || name.endsWith('/')),
  ];
  const covers = (name: string, one: string) => name === one || (name.endsWith('/') && one.startsWith(name));
  expect(named.filter((name) => !all.some((one) => covers(name, one)))).toEqual([]);
  expect(all.filter((one) => !named.some((name) => covers(name, one)))).toEqual([]);
});
