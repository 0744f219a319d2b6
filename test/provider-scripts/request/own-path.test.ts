/** The path behind a resource's name. */
import { expect, test } from 'vitest';
import { withoutEndSlashes } from '../../../provider-scripts/src/request/own-path.ts';

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
