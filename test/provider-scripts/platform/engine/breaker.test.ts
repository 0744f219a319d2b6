/** When a service that fails rests, and when it is called again. */
import { describe, expect, test } from 'vitest';
import {
  type BreakerRule,
  type BreakerState,
  isResting,
  restsAt,
  stateOnCall,
  stateOnEnd,
  WORKING,
} from '../../../../provider-scripts/src/platform/engine/breaker.ts';

const RULE: BreakerRule = { failures: 5, withinMillis: 60_000, restMillis: 60_000, probeMillis: 15_000 };

/** What is known after calls that failed at these times. */
function failedAt(times: readonly number[], state: BreakerState = WORKING): BreakerState {
  return times.reduce((known, now) => stateOnEnd(known, false, now, RULE), state);
}

const RESTING = failedAt([0, 1, 2, 3, 4]);
const PROBED = stateOnCall(RESTING, 60_004, RULE) as BreakerState;

describe('a service', () => {
  test.each([
    ['works at first', [], false],
    ['goes on after four failures', [0, 1, 2, 3], false],
    ['rests after five within a minute', [0, 15_000, 30_000, 45_000, 60_000], true],
    ['goes on after five that took longer', [0, 15_000, 30_000, 45_000, 60_001], false],
    ['rests after five of six within a minute', [0, 60_000, 60_001, 60_002, 60_003, 60_004], true],
  ])('%s', (_, times, rests) => {
    expect(isResting(failedAt(times))).toBe(rests);
    expect(stateOnCall(failedAt(times), Math.max(0, ...times), RULE) === null).toBe(rests);
  });

  test('that worked in between has failed anew only since', () => {
    const worked = stateOnEnd(failedAt([0, 1, 2, 3]), true, 4, RULE);
    expect(worked).toBe(WORKING);
    expect(isResting(failedAt([5, 6, 7, 8], worked))).toBe(false);
  });
});

describe('a service that rests', () => {
  test('is not called for a minute', () => {
    expect(stateOnCall(RESTING, 60_003, RULE)).toBeNull();
    expect(PROBED).not.toBeNull();
  });

  test('is asked for again once the minute is over, so that something probes it', () => {
    expect([60_003, 60_004].map((now) => restsAt(RESTING, now))).toEqual([true, false]);
    expect(restsAt(PROBED, 60_005)).toBe(false);
    expect(restsAt(WORKING, 0)).toBe(false);
  });

  test('is then probed by one call', () => {
    expect(stateOnCall(PROBED, 60_005, RULE)).toBeNull();
    expect(stateOnCall(PROBED, 75_003, RULE)).toBeNull();
  });

  test('is probed anew if nothing came of a probe', () => {
    expect(stateOnCall(PROBED, 75_004, RULE)).toEqual({ ...PROBED, probedUntil: 90_004 });
  });

  test('works again once a probe worked', () => {
    expect(stateOnEnd(PROBED, true, 60_010, RULE)).toBe(WORKING);
  });

  test('rests for another minute if the probe failed', () => {
    const again = stateOnEnd(PROBED, false, 60_010, RULE);
    expect(stateOnCall(again, 120_009, RULE)).toBeNull();
    expect(stateOnCall(again, 120_010, RULE)).not.toBeNull();
  });

  test('rests no longer for calls that began before and fail meanwhile, and works again if one of them works', () => {
    const meanwhile = failedAt([10_000, 59_000], RESTING);
    expect(meanwhile.restsUntil).toBe(RESTING.restsUntil);
    expect(stateOnEnd(RESTING, true, 10_000, RULE)).toBe(WORKING);
  });
});
