/** Which attempts to notify a client are repeated, and for how long. */
import { describe, expect, test } from 'vitest';
import {
  ATTEMPT_MILLIS,
  allowedFor,
  isRetried,
  outcomeOf,
  PAUSE_MILLIS,
  TOTAL_MILLIS,
} from '../../../../provider-scripts/src/client/logout/outcome.ts';

describe('an attempt to notify a client', () => {
  test.each([
    ['200', 'delivered'],
    ['204', 'delivered'],
    ['302', 'rejected'],
    ['400', 'rejected'],
    ['404', 'rejected'],
    ['408', 'failed'],
    ['429', 'failed'],
    ['500', 'failed'],
    ['503', 'failed'],
    ['HttpHostConnectException', 'failed'],
  ])('that ends with %s is %s', (result, outcome) => {
    expect(outcomeOf(result, 10, ATTEMPT_MILLIS)).toBe(outcome);
  });

  test('is delivered by a redirect if the response is for browsers', () => {
    expect(outcomeOf('302', 10, ATTEMPT_MILLIS, true)).toBe('delivered');
    expect(outcomeOf('404', 10, ATTEMPT_MILLIS, true)).toBe('rejected');
  });

  test('is late if there was no response by its deadline', () => {
    expect(outcomeOf('SocketException', ATTEMPT_MILLIS, ATTEMPT_MILLIS)).toBe('late');
    expect(outcomeOf('200', ATTEMPT_MILLIS, ATTEMPT_MILLIS)).toBe('delivered');
  });

  test('never lasts beyond the deadline in all', () => {
    for (let elapsed = 0; elapsed <= 2 * TOTAL_MILLIS; elapsed += 50) {
      const allowed = allowedFor(elapsed);
      expect(Math.max(allowed, ATTEMPT_MILLIS)).toBe(ATTEMPT_MILLIS);
      if (allowed > 0) expect(Math.max(elapsed + allowed, TOTAL_MILLIS)).toBe(TOTAL_MILLIS);
    }
    expect(allowedFor(0)).toBe(ATTEMPT_MILLIS);
    expect(allowedFor(TOTAL_MILLIS)).toBe(0);
  });

  test('is repeated once, unless the client has decided or it is too late', () => {
    expect(isRetried('failed', 1, 0)).toBe(true);
    expect(isRetried('late', 1, ATTEMPT_MILLIS)).toBe(true);
    expect(isRetried('failed', 2, 0)).toBe(false);
    expect(isRetried('delivered', 1, 0)).toBe(false);
    expect(isRetried('rejected', 1, 0)).toBe(false);
    expect(isRetried('failed', 1, TOTAL_MILLIS - PAUSE_MILLIS)).toBe(false);
  });

  test('and the second one, both as slow as possible, fit into the deadline', () => {
    const second = ATTEMPT_MILLIS + PAUSE_MILLIS;
    expect(allowedFor(second)).toBe(ATTEMPT_MILLIS);
  });
});
