/** Texts in one line. */
import { describe, expect, test } from 'vitest';
import { inOneLine } from '../../../../provider-scripts/src/platform/engine/one-line.ts';

describe('in one line', () => {
  test.each([
    ['a text is unchanged', 'client "d\u00e9mo \u4f8b \\n": ok', 'client "d\u00e9mo \u4f8b \\n": ok'],
    ['line breaks are escaped', 'a\r\nWARN b', 'a\\u000d\\u000aWARN b'],
    ['so are Unicode’s line separators', 'a\u2028b\u2029c\u0085d', 'a\\u2028b\\u2029c\\u0085d'],
    ['so are a terminal’s control characters, and NUL', '\u001b[2K\u0000\u007f', '\\u001b[2K\\u0000\\u007f'],
    ['so are characters that change the direction', 'a\u202eb\u2066c\u200f', 'a\\u202eb\\u2066c\\u200f'],
    ['an empty text stays empty', '', ''],
  ])('%s', (_, text, expected) => {
    expect(inOneLine(text)).toBe(expected);
  });
});
