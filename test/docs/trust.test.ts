/** Each published fault in docs/trust.md names its source and existing tests. */
import { describe, expect, test } from 'vitest';
import { missingTests, readText, testsNamedIn } from '../support/documents.ts';

const FAULTS = readText('docs/trust.md')
  .split(/^- (?=\*\*)/m)
  .slice(1)
  .map((fault) => ({
    name: /^\*\*(.*?)\*\*/s.exec(fault)?.[1]?.replace(/\s+/g, ' ') ?? fault,
    sources: [...(/Sources?:\s(.*?)Tests?:/s.exec(fault)?.[1] ?? '').matchAll(/\]\((https:\/\/[^)]+)\)/g)],
    years: fault.match(/\b20(?:24|25|26)\b/g) ?? [],
    tests: testsNamedIn(fault),
  }));

test('there are faults of each kind', () => {
  expect(FAULTS.length).toBeGreaterThan(15);
});

describe.each(FAULTS)('“$name”', ({ sources, years, tests }) => {
  test('names a source of the last two years', () => {
    expect(sources).not.toEqual([]);
    expect(years.some((year) => Number(year) >= 2025)).toBe(true);
  });

  test('names tests that exist', () => {
    expect(tests).not.toEqual([]);
    expect(missingTests(tests)).toEqual([]);
  });
});
