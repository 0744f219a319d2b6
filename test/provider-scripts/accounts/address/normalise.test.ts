/** The normalised form of an email address. */
import { describe, expect, test } from 'vitest';
import {
  MAX_ADDRESS_LENGTH,
  MAX_LOCAL_LENGTH,
  normaliseAddress,
} from '../../../../provider-scripts/src/accounts/address/normalise.ts';
import { repeat } from '../../../engine/repeat.ts';

/** Punycode for the only domain that these tests need; like Java's, it throws for a domain without one. */
function toAscii(domain: string): string {
  if (domain.toLowerCase() === 'b\u00fccher.example') return 'xn--bcher-kva.example';
  if (domain.includes('..')) throw new Error('an empty label');
  return domain;
}

const normalise = (address: string) => normaliseAddress(address, toAscii);

const LOCAL_64 = repeat('a', 64);
const LABEL_63 = repeat('d', 63);
/** 64 + 1 + 189 characters. */
const LONGEST = `${LOCAL_64}@${LABEL_63}.${LABEL_63}.${repeat('e', 57)}.com`;

describe('an email address', () => {
  test.each([
    ['is lower-cased on both sides of the @', 'Ada.Lovelace@Example.COM', 'ada.lovelace@example.com'],
    ['has its domain written as punycode', 'ada@b\u00fccher.example', 'ada@xn--bcher-kva.example'],
    [
      'in capitals has its domain written as punycode',
      'ADA@B\u00dcCHER.EXAMPLE',
      'ada@xn--bcher-kva.example',
    ],
    ['keeps dots', 'a.d.a@example.com', 'a.d.a@example.com'],
    ['keeps a plus part', 'ada+shop@example.com', 'ada+shop@example.com'],
    ['loses white space around it', ' \t\r\nada@example.com\u00a0\ufeff\u2028 ', 'ada@example.com'],
    ['may have hyphens and digits in its domain', 'ada@1-a.2--b.example', 'ada@1-a.2--b.example'],
    ['may have a local part of one character', 'a@example.com', 'a@example.com'],
    [
      'keeps the characters of RFC 5322’s atoms',
      "!#$%&'*+-/=?^_`{|}~@a.example",
      "!#$%&'*+-/=?^_`{|}~@a.example",
    ],
    ['has a lower-cased local part outside ASCII', '\u00c4da@example.com', '\u00e4da@example.com'],
    [
      'may be the name of an inherited property',
      '__proto__@constructor.example',
      '__proto__@constructor.example',
    ],
    ['may have a domain label of 63 characters', `ada@${LABEL_63}.example`, `ada@${LABEL_63}.example`],
    ['may have a local part of 64 characters', `${LOCAL_64}@example.com`, `${LOCAL_64}@example.com`],
    ['may be as long as the limit', LONGEST, LONGEST],
  ])('%s', (_, address, expected) => {
    expect(normalise(address)).toBe(expected);
  });

  test('is unchanged when it is normalised again', () => {
    const once = normalise(' Ada+Shop@B\u00fccher.Example ') ?? '';
    expect(normalise(once)).toBe(once);
  });

  test('has its length checked in its normalised form, too', () => {
    expect(LONGEST).toHaveLength(MAX_ADDRESS_LENGTH);
    expect(LOCAL_64).toHaveLength(MAX_LOCAL_LENGTH);
    const grows = (domain: string) => `${domain}x`;
    expect(normaliseAddress(LONGEST, grows)).toBe(null);
  });
});

describe('no email address is', () => {
  test.each([
    ['nothing', ''],
    ['white space', ' \t\n'],
    ['text without an @', 'ada.example.com'],
    ['an @ alone', '@'],
    ['a domain without a local part', '@example.com'],
    ['a local part without a domain', 'ada@'],
    ['a local part with a domain of white space', 'ada@ '],
    ['an address with two @', 'ada@home@example.com'],
    ['an address too long by one', LONGEST.replace('.com', 'e.com')],
    ['an address with a local part too long by one', `${LOCAL_64}a@example.com`],
    ['a local part that begins with a dot', '.ada@example.com'],
    ['a local part that ends with a dot', 'ada.@example.com'],
    ['a local part with two dots in a row', 'ada..l@example.com'],
    ['a local part of a dot', '.@example.com'],
    ['an address with a space in its local part', 'ada lovelace@example.com'],
    ['an address with a no-break space in it', 'ada\u00a0l@example.com'],
    ['an address with a line separator in it', 'ada\u2028l@example.com'],
    ['an address with a byte order mark in it', 'ada\ufeffl@example.com'],
    ['an address with a line break in its local part', 'ada\r\nBcc: eve@example.com'],
    ['an address with a line break in its domain', 'ada@example.com\nBcc:eve@example.com'],
    ['an address with NUL in it', 'ada\u0000@example.com'],
    ['an address with DEL in it', 'ada\u007f@example.com'],
    ['an address with the last control of the first block in it', 'ada\u001f@example.com'],
    ['an address with the first control of the second block in it', 'ada\u0080@example.com'],
    ['an address with the last control of the second block in it', 'ada\u009f@example.com'],
    ['an address with a zero-width space in it', 'a\u200bda@example.com'],
    ['an address with a zero-width joiner in it', 'a\u200dda@example.com'],
    ['an address with a directional mark in it', 'ada\u200f@example.com'],
    ['an address with reversed text', '\u202eada@example.com'],
    ['an address with a word joiner in it', 'a\u2060da@example.com'],
    ['an address with an isolate for the direction of text in it', 'a\u2066da\u2069@example.com'],
    ['an address with half a character in it', 'ada\ud83d@example.com'],
    ['a name with an address in angle brackets', 'Ada <ada@example.com>'],
    ['a list of two addresses', 'eve@example.com,ada@example.com'],
    ['a list of two addresses with a semicolon', 'eve;ada@example.com'],
    ['a quoted local part', '"ada"@example.com'],
    ['an address with a backslash', 'ada\\@example.com'],
    ['an address with a comment', 'ada(home)@example.com'],
    ['a domain that has no punycode', 'ada@example..com'],
    ['a domain that ends in a dot', 'ada@example.com.'],
    ['a domain that begins with a dot', 'ada@.example.com'],
    ['a domain label that begins with a hyphen', 'ada@-example.com'],
    ['a domain label that ends with a hyphen', 'ada@example-.com'],
    ['a domain label of 64 characters', `ada@${LABEL_63}d.example`],
    ['a domain with an underscore', 'ada@my_host.example'],
    ['a domain with a port', 'ada@example.com:25'],
    ['an address literal', 'ada@[127.0.0.1]'],
    ['a domain that stays outside ASCII', 'ada@\u00e9.example'],
  ])('%s', (_, address) => {
    expect(normalise(address)).toBe(null);
  });
});

test.each([
  'a@localhost',
  'a@email',
  'a@127.0.0.1',
  'a@2130706433',
  'a@1.2',
  'a@[127.0.0.1]',
  'a@[::1]',
  'a@0x7f.1',
])('%s has no domain for email', (address) => {
  expect(normalise(address)).toBe(null);
});

test.each(['a@email.localhost', 'a@127.0.0.1.example', 'a@1.test', 'a@xn--p1ai.xn--p1ai'])(
  '%s has one',
  (address) => {
    expect(normalise(address)).toBe(address);
  },
);
