/** Slashes at the end of a path. */
import { expect, test } from 'vitest';
import { withoutEndSlashes } from '../../../provider-scripts/src/request/end-slashes.ts';

test.each([
  ['links', 'links'],
  ['links/', 'links'],
  ['links///', 'links'],
  ['a//b/', 'a//b'],
  ['///', ''],
  ['', ''],
])('"%s" is "%s" without slashes at its end', (path, expected) => {
  expect(withoutEndSlashes(path)).toBe(expected);
});
