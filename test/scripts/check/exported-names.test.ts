/** Each exported name of provider-scripts has one definition. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../../../scripts/build/root.ts';

const SOURCES = path.join(ROOT, 'provider-scripts', 'src');

/** The names of the types and constants that a file exports. */
function exportedNames(text: string): string[] {
  return [...text.matchAll(/^export (?:interface|type|const) (\w+)/gm)].map(([, name = '']) => name);
}

test('no two exported types or constants have one name', () => {
  const files = new Map<string, string[]>();
  for (const file of readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.ts')) continue;
    for (const name of exportedNames(readFileSync(path.join(SOURCES, file), 'utf8')))
      files.set(name, [...(files.get(name) ?? []), file]);
  }
  expect(files.size).toBeGreaterThan(100);
  expect([...files].filter(([, places]) => new Set(places).size > 1)).toEqual([]);
});
