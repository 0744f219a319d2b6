/** A client's name is one line, whatever it calls itself. */
import { expect, test } from 'vitest';
import { nameInOneLine } from '../../../provider-scripts/src/branding/name.ts';

test.each([
  ['as it is', 'Shop & Co', 'Shop & Co'],
  ['without line breaks', 'Shop\r\n\r\nhttps://evil.example/', 'Shop https://evil.example/'],
  ['without control characters', ' a\u0000b\u2028c\u0085 ', 'a b c'],
  ['with characters beyond the basic plane', '😀 \n😀', '😀 😀'],
  ['as nothing where it is nothing else', '\n', ''],
])('a name is shown %s', (_, name, shown) => {
  expect(nameInOneLine(name)).toBe(shown);
});
