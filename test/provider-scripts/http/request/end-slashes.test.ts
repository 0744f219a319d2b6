/** Slashes at the end of a path. */
import { expect, test } from 'vitest';
import { withoutTrailingSlashes } from '../../../../provider-scripts/src/http/request/realm-path.ts';

test.each([
  ['links', 'links'],
  ['links/', 'links'],
  ['links///', 'links'],
  ['a//b/', 'a//b'],
  ['///', ''],
  ['', ''],
])('"%s" is "%s" without slashes at its end', (path, expected) => {
  expect(withoutTrailingSlashes(path)).toBe(expected);
});
