/** Clients' metadata, as the admin pages display it. */
import { describe, expect, test } from 'vitest';
import { actualHost, escapeInvisible } from '../../admin-pages/src/ui/plain-text.ts';

describe('a text', () => {
  test.each([
    ['https://evil.example/\u202emoc.knab', true, 'https://evil.example/[U+202E]moc.knab'],
    ['https://shop.example/\u200bback\n', true, 'https://shop.example/[U+200B]back[U+000A]'],
    ['\u2067Shop\u2069', false, '[U+2067]Shop[U+2069]'],
    // Persian needs it between letters.
    ['می\u200cخواهم', false, 'می\u200cخواهم'],
    ['<b>Shop</b>', false, '<b>Shop</b>'],
  ])('%j has its misleading characters escaped', (text, code, shown) => {
    expect(escapeInvisible(text, code)).toBe(shown);
  });
});

describe('an address', () => {
  test.each([
    ['https://shop.example/back', null],
    ['https://Shop.example:443?x', null],
    ['https://shop.example', null],
    ['https://bank.example@evil.example/back', 'evil.example'],
    ['https://bank.example.shop@bank.example/', 'bank.example'],
    ['https:\\\\evil.example\\back', 'evil.example'],
    ['https://b\u0430nk.example/', 'xn--bnk-6cd.example'],
    ['com.example.shop:/back', null],
    ['+', null],
  ])('shows that %s leads to %s, if the URL’s text suggests otherwise', (address, host) => {
    expect(actualHost(address)).toBe(host);
  });
});
