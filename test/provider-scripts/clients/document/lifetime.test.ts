/** How long a document counts. */
import { expect, test } from 'vitest';
import { lifetimeOf } from '../../../../provider-scripts/src/clients/document/lifetime.ts';

test.each([
  ['', 300],
  ['max-age=3600', 3600],
  ['public, Max-Age=3600', 3600],
  ['max-age="3600"', 3600],
  ['max-age=600, s-maxage=1200', 1200],
  ['s-maxage=0, max-age=1200', 300],
  ['max-age=1', 300],
  ['max-age=31536000', 86_400],
  ['max-age=99999999999', 300],
  ['max-age=-1', 300],
  ['max-age', 300],
  ['max-age=3600, no-store', 300],
  ['no-cache="Set-Cookie", max-age=3600', 3600],
  ['no-cache, max-age=3600', 300],
])('with Cache-Control "%s" for %s seconds', (cacheControl, seconds) => {
  expect(lifetimeOf(cacheControl)).toBe(seconds);
});
