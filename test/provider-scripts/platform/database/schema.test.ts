/** Which databases a release starts on. */
import { describe, expect, test } from 'vitest';
import { SCHEMA_VERSION, schemaProblem } from '../../../../provider-scripts/src/platform/database/schema.ts';

const NEWEST = `${SCHEMA_VERSION}-something`;

describe('a release', () => {
  test.each([['1-tables'], [NEWEST], ['by-hand']])('starts on a database whose last change is %s', (id) => {
    expect(schemaProblem(['1-tables', id])).toBe(null);
  });

  test('starts on a database whose changes were applied in another order than they are numbered', () => {
    expect(schemaProblem([NEWEST, '1-tables', '0-before'])).toBe(null);
  });

  test('doesn’t start on one that a newer release changed, and explains what to do', () => {
    expect(schemaProblem(['1-tables', `${SCHEMA_VERSION + 1}-newer`, NEWEST])).toBe(
      `a newer release has changed this database (its tables have version ${SCHEMA_VERSION + 1}, this release knows ${SCHEMA_VERSION}): start that release again, or restore the backup from before it`,
    );
  });
});
