/** Each threat in docs/threat-model.md names existing tests of its defence, each promise in docs/guarantees.md its tests. */
import { expect, test } from 'vitest';
import { codeIn, missingTests, readText, testsNamedIn } from '../support/documents.ts';

const TEXT = readText('docs/threat-model.md').split('## Where a right is checked again')[0] ?? '';
const THREATS = TEXT.split(/^- (?=\*\*)/m)
  .slice(1)
  .map((threat) => ({
    name: /^\*\*(.*?)\*\*/s.exec(threat)?.[1] ?? threat,
    tests: testsNamedIn(threat),
  }));

test.each(THREATS)('“$name” names tests that exist', ({ tests }) => {
  expect(tests).not.toEqual([]);
  expect(missingTests(tests)).toEqual([]);
});

test('the guarantees name tests that exist', () => {
  const files = codeIn(readText('docs/guarantees.md')).filter((code) => /\.test\.ts$|\/$/.test(code));
  expect(files.length).toBeGreaterThan(50);
  expect(missingTests(files)).toEqual([]);
});
