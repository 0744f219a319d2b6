/** A client's name is one line, whatever it calls itself. */
import { expect, test } from 'vitest';
import { nameInOneLine } from '../../../provider-scripts/src/branding/name.ts';

test.each([
  ['Shop & Co', 'Shop & Co'],
  ['Shop\r\n\r\nhttps://evil.example/', 'Shop https://evil.example/'],
  [' a\u0000b\u2028c\u0085 ', 'a b c'],
  ['😀 \n😀', '😀 😀'],
  ['\n', ''],
])('a name without line breaks: %j', (name, shown) => {
  expect(nameInOneLine(name)).toBe(shown);
});
