/** When the reports of a service have stopped. */
import { expect, test } from 'vitest';
import {
  EXPECTED_REPORTS,
  RECEIVED_REPORTS,
  silentKinds,
} from '../../../../provider-scripts/src/observability/statistics/reports.ts';

const HOUR = 3600;
const NOW = 100 * HOUR + 1000;
const expected = (hour: number, amount: number, kind = 'resend') => ({
  name: `${EXPECTED_REPORTS}${kind}`,
  since: hour * HOUR,
  amount,
});
const received = (hour: number, kind = 'resend') => ({
  name: `${RECEIVED_REPORTS}${kind}`,
  since: hour * HOUR,
  amount: 1,
});

test('a service is silent after twenty emails without a report', () => {
  expect(silentKinds([expected(98, 19)], NOW)).toEqual([]);
  expect(silentKinds([expected(98, 20)], NOW)).toEqual([{ kind: 'resend', count: 20 }]);
  expect(silentKinds([expected(97, 15), expected(98, 15)], NOW)).toEqual([{ kind: 'resend', count: 30 }]);
});

test('only emails since the last report count, each kind by itself', () => {
  const before = [expected(90, 500), received(97), expected(97, 500)];
  expect(silentKinds([...before, expected(98, 19)], NOW)).toEqual([]);
  expect(silentKinds([...before, expected(98, 20)], NOW)).toEqual([{ kind: 'resend', count: 20 }]);
  expect(silentKinds([...before, received(98, 'ses'), expected(98, 20)], NOW)).toHaveLength(1);
});

test('emails of which a report may still come don’t count', () => {
  expect(silentKinds([expected(99, 50)], NOW)).toHaveLength(1);
  expect(silentKinds([expected(99, 50)], 100 * HOUR + 899)).toEqual([]);
  expect(silentKinds([expected(100, 50)], NOW)).toEqual([]);
});
