/** The exact count of calls in a sliding window. */
import { describe, expect, test } from 'vitest';
import { evaluateCall, withoutCall } from '../../../../provider-scripts/src/realm/limits/sliding-log.ts';

const RATE = { count: 3, seconds: 10 };
const START = 1_790_000_000_000;

/** Checks calls at these milliseconds after the start, one after another. */
function evaluateAll(offsets: readonly number[], value = RATE) {
  let log = '';
  return offsets.map((offset) => {
    const evaluated = evaluateCall(log, value, START + offset);
    log = evaluated.log;
    return evaluated.status;
  });
}

describe('a call', () => {
  test('is granted up to the limit, with decreasing remaining calls', () => {
    expect(evaluateAll([0, 0, 0])).toEqual([
      { limit: 3, remaining: 2, resetSeconds: 10, granted: true },
      { limit: 3, remaining: 1, resetSeconds: 10, granted: true },
      { limit: 3, remaining: 0, resetSeconds: 10, granted: true },
    ]);
  });

  test('over the limit is rejected until the oldest has left the window', () => {
    expect(evaluateAll([0, 4000, 5000, 6000, 9999, 10_000]).map(({ granted }) => granted)).toEqual([
      true,
      true,
      true,
      false,
      false,
      true,
    ]);
  });

  test('that is rejected returns the whole seconds until the next is granted', () => {
    expect(evaluateAll([0, 4000, 5000, 6500])[3]).toEqual({
      limit: 3,
      remaining: 0,
      resetSeconds: 4,
      granted: false,
    });
  });

  test('that is rejected doesn’t lengthen the wait', () => {
    const statuses = evaluateAll([0, 0, 0, 5000, 6000, 7000, 10_000, 10_001, 10_002, 10_003]);
    expect(statuses.map(({ granted }) => granted)).toEqual([
      true,
      true,
      true,
      false,
      false,
      false,
      true,
      true,
      true,
      false,
    ]);
  });

  test('never exceeds the limit in any window, nor around an edge', () => {
    const offsets: number[] = [];
    for (let at = 0; at < 60_000; at += 250) offsets.push(at);
    const granted = offsets.filter((_, index) => evaluateAll(offsets.slice(0, index + 1)).pop()?.granted);
    for (const at of granted) {
      expect(granted.filter((other) => other >= at && other < at + 10_000).length <= 3).toBe(true);
    }
    expect(granted).toHaveLength(18);
  });

  test('is checked against a limit that was lowered meanwhile', () => {
    let log = '';
    for (const offset of [0, 1000, 2000]) log = evaluateCall(log, RATE, START + offset).log;
    const { status } = evaluateCall(log, { count: 1, seconds: 10 }, START + 3000);
    expect(status).toEqual({ limit: 1, remaining: 0, resetSeconds: 9, granted: false });
  });
});

describe('a call that is revoked', () => {
  test('is not counted', () => {
    const full = [0, 1, 2].reduce((log, offset) => evaluateCall(log, RATE, START + offset).log, '');
    expect(evaluateCall(withoutCall(full, START + 1), RATE, START + 3).status.granted).toBe(true);
  });

  test('removes one of two calls at the same instant', () => {
    const both = [0, 0].reduce((log, offset) => evaluateCall(log, RATE, START + offset).log, '');
    expect(evaluateCall(withoutCall(both, START), RATE, START).status.remaining).toBe(1);
  });

  test('that doesn’t exist changes nothing', () => {
    const { log } = evaluateCall('', RATE, START);
    expect(withoutCall(log, START + 5)).toBe(log);
  });
});

describe('the log', () => {
  test('fits a thousand calls into the database’s column', () => {
    let log = '';
    for (let i = 0; i < 1001; i++) log = evaluateCall(log, { count: 1000, seconds: 86_400 }, START + i).log;
    expect(log.length < 10_240).toBe(true);
  });
});
