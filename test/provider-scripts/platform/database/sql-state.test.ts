/** Which database failures are outages. */
import { describe, expect, test } from 'vitest';
import {
  isUnavailable,
  isUniqueViolationState,
} from '../../../../provider-scripts/src/platform/database/sql-state.ts';

describe('a failure of the database', () => {
  test.each([
    ['a connection that broke', '08006'],
    ['a connection that was rejected', '08001'],
    ['too many connections', '53300'],
    ['a server that shuts down', '57P01'],
    ['a server that is starting', '57P03'],
    ['a statement that took too long', '57014'],
    ['a statement that was closed when its transaction ended', '55000'],
    ['such a statement of an embedded database', '90007'],
    ['an embedded database that is closed', '90098'],
    ['no connection left in the pool', null],
  ])('is an outage: %s', (_, state) => {
    expect(isUnavailable(state)).toBe(true);
  });

  test.each([
    ['a row that already exists', '23505'],
    ['a text that is too long', '22001'],
    ['a deadlock', '40P01'],
    ['an invalid statement', '42601'],
  ])('is Linkgate’s own failure: %s', (_, state) => {
    expect(isUnavailable(state)).toBe(false);
  });

  test.each([
    ['a row that already exists', '23505', true],
    ['a wait for a lock that took too long', '55P03', false],
    ['a deadlock', '40P01', false],
    ['a column that must not be null', '23502', false],
    ['no connection left in the pool', null, false],
  ])('is repeated or not: %s', (_, state, isRepeated) => {
    expect(isUniqueViolationState(state)).toBe(isRepeated);
  });
});
