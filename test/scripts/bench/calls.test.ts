import { expect, test } from 'vitest';
import { byMethod, placed, totalOf } from '../../../scripts/bench/calls.ts';

const POSITIONS = { files: ['a.ts', 'b.ts'], lines: [null, [0, 7], [1, 9]] as ([number, number] | null)[] };

test('a call belongs to the TypeScript line that makes it', () => {
  expect(placed(['3 User.getId 2', '1 Cookie.new 0'], POSITIONS)).toEqual([
    { method: 'User.getId', place: 'b.ts:9', count: 3 },
    { method: 'Cookie.new', place: 'elsewhere', count: 1 },
  ]);
});

test('the calls of a method are summed, the most frequent first', () => {
  const calls = placed(['1 Cookie.new 0', '2 User.getId 1', '3 User.getId 2'], POSITIONS);
  expect(totalOf(calls)).toBe(6);
  const [first, second] = byMethod(calls);
  expect([first?.method, first?.count, first?.at.map(({ place }) => place)]).toEqual([
    'User.getId',
    5,
    ['b.ts:9', 'a.ts:7'],
  ]);
  expect(second?.count).toBe(1);
});
