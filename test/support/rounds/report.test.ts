/** Reports of rounds. */
import { expect, test } from 'vitest';
import { summary } from './report.ts';

const CALM = { unclear: 0, busy: 0, withoutResponse: 0 };

test('the last line has the sums, the slowest recovery and the longest round', () => {
  const first = {
    tries: 1100,
    links: 52,
    signIns: 20,
    slowestMillis: 4321,
    servedMillis: 9000,
    faultSeconds: 4,
    seconds: 31.4,
    ...CALM,
  };
  const second = {
    tries: 1000,
    links: 50,
    signIns: 21,
    slowestMillis: 900,
    servedMillis: 1000,
    faultSeconds: 5,
    seconds: 12,
    ...CALM,
  };
  const violations = ['double: x', 'lost: x', 'late: x', 'late: y', 'slow: x', 'wrong: x'];
  expect(
    summary([
      { seed: 1, fault: 'node killed', target: 'first', tally: first, violations: [] },
      { seed: 2, fault: 'clock shifted', target: 'third', tally: second, violations },
    ]),
  ).toBe(
    '2 rounds, 102 links, 2100 tries, 41 sign-ins; 1 doubles, 1 losses, 2 late, 2 other violations; slowest recovery 4.3 s (signed in by 9.0 s), longest round 31 s',
  );
});
