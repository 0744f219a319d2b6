/** The allowed texts of an inviting administrator. */
import { describe, expect, test } from 'vitest';
import { MAX_TEXT_LENGTH } from '../../../../provider-scripts/src/links/invitation/invitation.ts';
import {
  emailSafeName,
  problemWithName,
  problemWithText,
} from '../../../../provider-scripts/src/links/invitation/wording.ts';

describe('a text', () => {
  test.each([
    ['Welcome! We meet on Monday, at 9.30.'],
    ['Version 2.0 is there. Have a look...'],
    ['z. B. heute (usw.)'],
    ['J.R.R. Tolkien'],
    ['ようこそ。よろしくお願いします。'],
    ['<b>bold</b> & "quoted"'],
    ['x'.repeat(MAX_TEXT_LENGTH)],
  ])('may be "%s"', (text) => {
    expect(problemWithText(text)).toBe(null);
  });

  test.each([
    ['https://evil.example', 'linkable'],
    ['see HTTP://evil.example/x', 'linkable'],
    ['www.evil', 'linkable'],
    ['evil.example', 'linkable'],
    ['go to evil.example/path now', 'linkable'],
    ['email me@evil.example', 'linkable'],
    ['mailto:x', 'linkable'],
    ['bücher.de', 'linkable'],
    ['evil\uff0eexample', 'linkable'],
    ['evil\uff61example', 'linkable'],
    ['ev\u200bil', 'plain-line'],
    ['\u202eelpmaxe', 'plain-line'],
    ['two\nlines', 'plain-line'],
    ['tab\there', 'plain-line'],
  ])('may not be "%s": %s', (text, id) => {
    const wrong = problemWithText(text);
    expect([wrong?.id, typeof wrong?.message]).toEqual([id, 'string']);
  });

  test('has a maximum length', () => {
    expect(problemWithText('x'.repeat(MAX_TEXT_LENGTH + 1))).toEqual({
      id: 'too-long',
      values: { max: MAX_TEXT_LENGTH },
      message: `longer than ${MAX_TEXT_LENGTH} characters`,
    });
  });
});

describe('a name', () => {
  test.each([['Ada Lovelace'], ['Nuñez-O’Brien'], ['李 小龙'], ['Dr. Who']])('may be "%s"', (name) => {
    expect(problemWithName(name)).toBe(null);
  });

  test.each([
    [' Ada ', 'Ada'],
    [' ', null],
    ['ada@example.com', null],
    ['x'.repeat(101), null],
  ])('"%s" is displayed as %s', (name, expected) => {
    expect(emailSafeName(name)).toBe(expected);
  });
});

test.each(['see 192.0.2.1', 'on \\\\host\\share', 'at [2001:db8::1] now'])(
  '%s is turned into a link by some email clients',
  (text) => {
    expect(problemWithText(text)?.id).toBe('linkable');
  },
);
