/** The reports of counted calls between nodes: round-trip, bounded, and nothing else is accepted. */
import { describe, expect, test } from 'vitest';
import {
  MAX_REPORTED,
  type ReportedCalls,
  readReport,
  writeReport,
} from '../../../../provider-scripts/src/realm/limits/report.ts';

const value = { count: 100, seconds: 60 };
const busy: ReportedCalls = { name: 'general', value, caller: 'fedcba9876543210', calls: 7, ageMillis: 512 };

describe('what a node reports', () => {
  test('is read exactly as written, whatever its limits and values', () => {
    const all: ReportedCalls[] = [
      busy,
      { ...busy, caller: '0', calls: 100, ageMillis: 0 },
      { ...busy, value: { count: 100_000, seconds: 3600 } },
      { ...busy, name: 'session', value: { count: 20, seconds: 60 }, calls: 20 },
    ];
    expect(readReport(writeReport(all))).toEqual(all);
  });

  test('never has more calls of a caller than the limit', () => {
    expect(readReport(writeReport([{ ...busy, calls: 250 }]))).toEqual([{ ...busy, calls: 100 }]);
  });

  test('names a limit and its value once', () => {
    expect(writeReport([busy, { ...busy, caller: 'a' }])).toBe(
      'general 100/60 fedcba9876543210:7:512 a:7:512',
    );
  });

  test('is bounded, and the longest possible one can be read', () => {
    const longest: ReportedCalls = {
      name: 'session',
      value: { count: 100_000, seconds: 3600 },
      caller: 'f'.repeat(16),
      calls: 100_000,
      ageMillis: 3_599_999,
    };
    const all = Array.from({ length: MAX_REPORTED }, (_, i) => ({
      ...longest,
      value: { ...longest.value, count: 100_000 - i },
    }));
    const text = writeReport([...all, busy]);
    expect(text.length < MAX_REPORTED * 60).toBe(true);
    expect(readReport(text)).toHaveLength(MAX_REPORTED);
  });
});

describe('of what another version reports', () => {
  test.each([
    ['an empty text', ''],
    ['another name', 'link-ip 100/60 a:1:1'],
    ['the name of an inherited property', 'constructor 100/60 a:1:1'],
    ['no value', 'general a:1:1'],
    ['a value that no realm can have', 'general 100001/60 a:1:1'],
    ['a window that no realm can have', 'general 100/3601 a:1:1'],
    ['a limit of nothing', 'general 0/60 a:1:1'],
    ['an invalid caller', 'general 100/60 xyz:1:1'],
    ['a caller of too many digits', `general 100/60 ${'f'.repeat(17)}:1:1`],
    ['no calls', 'general 100/60 a:0:1'],
    ['more calls than the limit', 'general 100/60 a:101:1'],
    ['calls in the future', 'general 100/60 a:1:-1'],
    ['calls that have left the window', 'general 100/60 a:1:60000'],
    ['a text longer than the maximum', `general 100/60 a:1:1${' b:1:1'.repeat(MAX_REPORTED * 10)}`],
  ])('%s isn’t read', (_, text) => {
    expect(readReport(text)).toEqual([]);
  });

  test('the rest is read', () => {
    const good = 'general 100/60 fedcba9876543210:7:512';
    expect(readReport(`2 header\n${good} b:1:1:1 c\n`)).toEqual([busy]);
  });
});
