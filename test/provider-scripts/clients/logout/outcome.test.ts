/** Which attempts to notify a client are repeated, and for how long. */
import { describe, expect, test } from 'vitest';
import {
  ATTEMPT_TIMEOUT_MILLIS,
  DELIVERY_DEADLINE_MILLIS,
  outcomeOf,
  RETRY_DELAY_MILLIS,
  shouldRetry,
  timeoutFor,
} from '../../../../provider-scripts/src/clients/logout/outcome.ts';

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
    expect(outcomeOf(result, 10, ATTEMPT_TIMEOUT_MILLIS)).toBe(outcome);
  });

  test('is delivered by a redirect if the response is for browsers', () => {
    expect(outcomeOf('302', 10, ATTEMPT_TIMEOUT_MILLIS, true)).toBe('delivered');
    expect(outcomeOf('404', 10, ATTEMPT_TIMEOUT_MILLIS, true)).toBe('rejected');
  });

  test('is late if there was no response by its deadline', () => {
    expect(outcomeOf('SocketException', ATTEMPT_TIMEOUT_MILLIS, ATTEMPT_TIMEOUT_MILLIS)).toBe('late');
    expect(outcomeOf('200', ATTEMPT_TIMEOUT_MILLIS, ATTEMPT_TIMEOUT_MILLIS)).toBe('delivered');
  });

  test('never lasts beyond the deadline in all', () => {
    for (let elapsed = 0; elapsed <= 2 * DELIVERY_DEADLINE_MILLIS; elapsed += 50) {
      const allowed = timeoutFor(elapsed);
      expect(Math.max(allowed, ATTEMPT_TIMEOUT_MILLIS)).toBe(ATTEMPT_TIMEOUT_MILLIS);
      if (allowed > 0)
        expect(Math.max(elapsed + allowed, DELIVERY_DEADLINE_MILLIS)).toBe(DELIVERY_DEADLINE_MILLIS);
    }
    expect(timeoutFor(0)).toBe(ATTEMPT_TIMEOUT_MILLIS);
    expect(timeoutFor(DELIVERY_DEADLINE_MILLIS)).toBe(0);
  });

  test('is repeated once, unless the client has decided or it is too late', () => {
    expect(shouldRetry('failed', 1, 0)).toBe(true);
    expect(shouldRetry('late', 1, ATTEMPT_TIMEOUT_MILLIS)).toBe(true);
    expect(shouldRetry('failed', 2, 0)).toBe(false);
    expect(shouldRetry('delivered', 1, 0)).toBe(false);
    expect(shouldRetry('rejected', 1, 0)).toBe(false);
    expect(shouldRetry('failed', 1, DELIVERY_DEADLINE_MILLIS - RETRY_DELAY_MILLIS)).toBe(false);
  });

  test('and the second one, both as slow as possible, fit into the deadline', () => {
    const second = ATTEMPT_TIMEOUT_MILLIS + RETRY_DELAY_MILLIS;
    expect(timeoutFor(second)).toBe(ATTEMPT_TIMEOUT_MILLIS);
  });
});
