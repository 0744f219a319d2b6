/** Times as their reader writes them; Java's part is tested with the emails, in `test/integration/new-device.test.ts`. */
import { describe, expect, test } from 'vitest';
import { inLanguage } from '../../../../provider-scripts/src/realm/language/written-time.ts';

describe('a time', () => {
  test.each([
    ['fr', '29 nov. 2026, 21:52', '29 nov. 2026, 21\u00a0h\u00a052'],
    ['fr-BE', '21:52', '21\u00a0h\u00a052'],
    ['fr-CA', '21\u202fh\u202f52', '21\u00a0h\u00a052'],
    ['en-US', '9:52\u202fPM', '9:52\u00a0PM'],
    ['en-GB', '21:52', '21:52'],
    ['de', '29.11.2026, 21:52', '29.11.2026, 21:52'],
  ])('in %s: %s', (tag, time, expected) => {
    expect(inLanguage(tag, time)).toBe(expected);
  });
});
