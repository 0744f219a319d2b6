/** What an overview shows of statistics. */
import { describe, expect, test } from 'vitest';
import { DELAY_BOUNDS } from '../../../../provider-scripts/src/observability/metrics/delays.ts';
import { delayName } from '../../../../provider-scripts/src/observability/statistics/names.ts';
import { overview, startOfSpan } from '../../../../provider-scripts/src/observability/statistics/overview.ts';
import { quantile } from '../../../../provider-scripts/src/observability/statistics/quantile.ts';

const NOON = 1_700_049_600 - (1_700_049_600 % 86_400) + 43_200;

describe('an overview', () => {
  test('starts with a whole step, and ends with the current one', () => {
    expect(startOfSpan('hour', NOON + 299)).toBe(NOON - 11 * 300);
    expect(startOfSpan('day', NOON + 3599)).toBe(NOON - 23 * 3600);
    expect(startOfSpan('month', NOON)).toBe(NOON - 43_200 - 29 * 86_400);
  });

  test('assigns counts to their steps, and to their parts if any', () => {
    const shown = overview('hour', NOON, [
      { name: 'links_requested', since: NOON, amount: 3 },
      { name: 'links_requested', since: NOON - 300, amount: 1 },
      { name: 'links_expired', since: NOON - 300, amount: -2 },
      { name: 'links_rejected.used', since: NOON, amount: 2 },
      { name: 'links_rejected.expired', since: NOON, amount: 1 },
      { name: 'limits_hit.link-ip', since: NOON - 600, amount: 4 },
      { name: delayName(7), since: NOON, amount: 2 },
      { name: 'gone', since: NOON, amount: 1 },
    ]);
    expect(shown.series.links_requested?.slice(-2)).toEqual([1, 3]);
    expect(shown.series.links_expired?.slice(-2)).toEqual([0, 0]);
    expect(shown.series.links_rejected?.slice(-1)).toEqual([3]);
    expect([shown.rejected, shown.limits_hit]).toEqual([{ used: 2, expired: 1 }, { 'link-ip': 4 }]);
    expect(shown.email_to_click.counts.slice(0, 3)).toEqual([0, 2, 0]);
    expect(shown.email_to_click.p50).toBeNull();
  });

  test('has the counts of the span before', () => {
    const before = [
      { name: 'links_used', since: NOON - 3600, amount: 5 },
      { name: 'links_used', since: NOON - 3900, amount: 2 },
      { name: 'links_rejected.used', since: NOON - 3600, amount: 1 },
      { name: delayName(7), since: NOON - 3600, amount: 7 },
    ];
    expect(overview('hour', NOON, [], before).previous).toMatchObject({
      links_used: 7,
      links_rejected: 1,
      sign_ups: 0,
    });
  });

  test('without counts is zeros', () => {
    const shown = overview('day', NOON, []);
    expect(shown.series.sign_ups).toHaveLength(24);
    expect([shown.email_to_click.p50, shown.email_to_click.p95]).toEqual([null, null]);
  });
});

describe('the time from email to click', () => {
  test.each([
    [0, 'delay.0'],
    [5, 'delay.0'],
    [6, 'delay.1'],
    [86_400, 'delay.12'],
    [86_401, 'delay.13'],
  ])('of %s seconds is counted as %s', (seconds, name) => {
    expect(delayName(seconds)).toBe(name);
  });

  test('is reported as percentiles', () => {
    const counts = DELAY_BOUNDS.map(() => 0);
    expect(quantile([20, ...counts], 0.5)).toBe(2.5);
    expect(quantile([0, 10, 10, ...counts], 0.95)).toBe(19);
    expect(quantile([...counts, 30], 0.5)).toBe(86_400);
  });

  test('has no percentiles below 20 clicks', () => {
    expect(quantile([19], 0.5)).toBeNull();
  });
});
