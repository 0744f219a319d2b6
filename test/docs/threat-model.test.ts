/** Each threat in docs/threat-model.md names existing tests of its defence, each promise in docs/guarantees.md its tests. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../../scripts/build/root.ts';
import { codeIn, readText } from '../support/documents.ts';

const TEXT = readText('docs/threat-model.md').split('## Where a right is checked again')[0] ?? '';
const THREATS = TEXT.split(/^- (?=\*\*)/m)
  .slice(1)
  .map((threat) => ({
    name: /^\*\*(.*?)\*\*/s.exec(threat)?.[1] ?? threat,
    tests: [...(/Tests?:\s(.*)/s.exec(threat)?.[1] ?? '').matchAll(/`([^`]+)`/g)].map(
      ([, file = '']) => file,
    ),
  }));

const missing = (files: readonly string[]) =>
  files.filter(
    (file) =>
      ![file, path.join('test', 'integration', file)].some((name) => existsSync(path.join(ROOT, name))),
  );

test.each(THREATS)('“$name” names tests that exist', ({ tests }) => {
  expect(tests).not.toEqual([]);
  expect(missing(tests)).toEqual([]);
});

test('the guarantees name tests that exist', () => {
  const files = codeIn(readText('docs/guarantees.md')).filter((code) => /\.test\.ts$|\/$/.test(code));
  expect(files.length).toBeGreaterThan(50);
  expect(missing(files)).toEqual([]);
});
