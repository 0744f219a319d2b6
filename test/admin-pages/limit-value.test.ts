/** Limits and waiting times as administrators read them. */
import { afterEach, describe, expect, test, vi } from 'vitest';
import { periodsOf, periodText, valueText } from '../../admin-pages/src/pages/limits/value.ts';
import { rejectionText } from '../../admin-pages/src/texts/rejection.ts';
import {
  durationRange,
  moment,
  setLanguage,
  textOf,
  timeSince,
  waitingTime,
} from '../../admin-pages/src/texts/texts.ts';
import { formatValues } from '../../admin-pages/src/texts/values.ts';

afterEach(() => setLanguage('en'));

describe('a rate', () => {
  test.each([
    [20, 3600, '20 per hour'],
    [1000, 60, '1,000 per minute'],
    [10, 600, '10 in 10 minutes'],
  ])('of %i in %i seconds reads %s', (count, seconds, text) => {
    expect(valueText({ count, seconds })).toBe(text);
  });

  test('offers usual periods up to the maximum, and the one that is stored', () => {
    const policy = {
      name: 'session',
      attribute: 'linkgate.limit.session',
      value: { count: 1, seconds: 45 },
      default: { count: 1, seconds: 60 },
      max: { count: 10, seconds: 3600 },
      counted: 'memory',
      problem: null,
    } as const;
    expect(periodsOf(policy)).toEqual([1, 10, 45, 60, 300, 600, 900, 1800, 3600]);
    expect(periodText(45)).toBe('45 seconds');
  });
});

test.each([
  [45, '45 seconds'],
  [100, '2 minutes'],
  [3594, '1 hour'],
  [9000, '3 hours'],
])('a wait of %i seconds is about %s', (seconds, text) => {
  expect(waitingTime(seconds)).toBe(text);
});

test.each([
  [10, 30, '10–30 seconds'],
  [30, 60, '30–60 seconds'],
  [60, 300, '1–5 minutes'],
])('%i to %i seconds are %s', (from, to, text) => {
  expect(durationRange(from, to)).toBe(text);
});

test.each([
  [['en'], '27 Nov 2026'],
  [['fr-FR', 'en'], '27 Nov 2026'],
  [['en', 'en-US'], 'Nov 27, 2026'],
])('in a browser with the languages %j, a date is %s', (languages, text) => {
  vi.stubGlobal('navigator', { languages });
  expect(moment(Date.UTC(2026, 10, 27, 12) / 1000)).toContain(text);
  vi.unstubAllGlobals();
});

test.each([
  ['en', 60, '1 minute ago'],
  ['en', 9000, '2.5 hours ago'],
  ['de', 259_200, 'vor 3 Tagen'],
  ['fr', 120, 'il y a 2 minutes'],
  ['es', 86_400, 'hace 1 día'],
  ['ja', 300, '5 分前'],
  ['ar', 7200, 'قبل ساعتين'],
])('in %s, %i seconds ago is %s', (tag, seconds, text) => {
  setLanguage(tag);
  expect(timeSince(seconds)).toBe(text);
  const reason = textOf('reason', 'link-used', formatValues({ ago_seconds: seconds }));
  expect(reason).toContain(text);
});

test('a number from the server chooses the plural', () => {
  const waiting = (count: number) => textOf('reason', 'pending-clients', formatValues({ count }));
  expect([waiting(1), waiting(2)]).toEqual([
    '1 application is waiting for approval.',
    '2 applications are waiting for approval.',
  ]);
});

test('digits are Western in every language', () => {
  setLanguage('ar');
  expect(rejectionText({ id: 'too-long', values: { max: 1234 }, message: '' })).toMatch(/1.?234/);
});
