/** Each threat in docs/threat-model.md names existing tests of its defence, each promise there its tests. */
import { expect, test } from 'vitest';
import { codeIn, missingTests, readText, sectionOf, testsNamedIn } from '../support/documents.ts';

const TEXT = readText('docs/threat-model.md');
const THREATS = (TEXT.split('## Other promises')[0] ?? '')
  .split(/^- (?=\*\*)/m)
  .slice(1)
  .map((threat) => ({
    name: /^\*\*(.*?)\*\*/s.exec(threat)?.[1] ?? threat,
    tests: testsNamedIn(threat),
  }));

test.each(THREATS)('“$name” names tests that exist', ({ tests }) => {
  expect(tests).not.toEqual([]);
  expect(missingTests(tests)).toEqual([]);
});

const PROMISES = sectionOf(TEXT, 'Other promises').split(/^- /m).slice(1);

test.each(PROMISES)('“%s” names tests that exist', (promise) => {
  const files = codeIn(promise).filter((code) => /\.test\.ts$|\/$/.test(code));
  expect(files).not.toEqual([]);
  expect(missingTests(files)).toEqual([]);
});

test('the model and the rounds of faults name tests that exist', () => {
  const files = ['The model', 'Rounds of faults'].flatMap((heading) =>
    codeIn(sectionOf(TEXT, heading)).filter((code) => code.endsWith('.test.ts')),
  );
  expect(files.length).toBeGreaterThan(4);
  expect(missingTests(files)).toEqual([]);
});
