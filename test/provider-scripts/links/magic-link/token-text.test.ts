/** Links that were forwarded, quoted and copied by hand: characters appended to a token, or inserted into it, are removed. */
import { describe, expect, test } from 'vitest';
import { linkTokenIn } from '../../../../provider-scripts/src/links/magic-link/token-text.ts';
import { repeat } from '../../../engine/repeat.ts';

const TOKEN = `eyJhbGciOiJI.eyJlbWFp_bCI-.${repeat('Z_', 42)}z-`;

describe('a link’s token', () => {
  test.each([
    ['unchanged', TOKEN],
    ['after a quoted-printable “=”', `3D${TOKEN}`],
    ['with a full stop after it', `${TOKEN}.`],
    ['with an ellipsis after it', `${TOKEN}...`],
    ['with a bracket after it', `${TOKEN}>`],
    ['in brackets', `<${TOKEN}>.`],
    ['in quotation marks', `“${TOKEN}”`],
    ['with spaces around it', ` \u00a0${TOKEN}\t `],
    ['with a line break in it', `${TOKEN.slice(0, 40)}\r\n${TOKEN.slice(40)}`],
    ['with a soft hyphen and a zero-width space in it', `${TOKEN.slice(0, 9)}\u00ad\u200b${TOKEN.slice(9)}`],
    ['quoted line by line', `${TOKEN.slice(0, 40)}\n> ${TOKEN.slice(40)}`],
    ['in Markdown', `${TOKEN}__`],
    ['with a dash after it', `${TOKEN}--`],
    ['with another parameter appended to it', `${TOKEN}?utm_source=email`],
    ['with an escaped parameter', `${TOKEN}&amp;x=1`],
    ['with a fragment', `${TOKEN}#top`],
  ])('is read %s', (_, text) => {
    expect(linkTokenIn(text)).toBe(TOKEN);
  });

  test('isn’t built from anything else', () => {
    expect(linkTokenIn('')).toBe('');
    expect(linkTokenIn('...')).toBe('');
    expect(linkTokenIn('nonsense')).toBe('nonsense');
    expect(linkTokenIn(`${TOKEN}x`)).toBe(`${TOKEN}x`);
  });
});
