/** Tests open pages by `visit`, which waits for the tab's navigation before: two of them would interrupt each other. */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../../../scripts/build/root.ts';

/** Where a tab may be sent to a URL, and contexts are opened. */
const HELPER = path.join('support', 'chromium.ts');
const OTHERWISE = /\.goto\b|\.newContext\(|\['goto'\]|\{ ?goto\b|\blocation\.(?:href =|assign|replace)/;

test('nothing but the helper navigates a tab, or opens a context that it doesn’t know', async () => {
  const folder = path.join(ROOT, 'test');
  const files = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.ts'));
  const found: string[] = [];
  for (const file of files)
    if (OTHERWISE.test(await readFile(path.join(folder, file), 'utf8'))) found.push(file);
  expect(found.toSorted()).toEqual([path.join('scripts', 'test', 'navigations.test.ts'), HELPER]);
});
