/** A random token in a URL that was forwarded, quoted or copied. */
import { expect, test } from 'vitest';
import { randomTokenIn, TOKEN_LENGTH } from '../../../../provider-scripts/src/http/request/random-token.ts';
import { repeat } from '../../../engine/repeat.ts';

const TOKEN = repeat('aZ09', 11).slice(0, TOKEN_LENGTH);
const LIKE_QUOTED = `3D${repeat('x', TOKEN_LENGTH - 2)}`;

test.each([
  ['unchanged', TOKEN],
  ['after a quoted-printable “=”', `3D${TOKEN}`],
  ['with a full stop after it', `${TOKEN}.`],
  ['in brackets', `<${TOKEN}>`],
  ['with underscores around it', `_${TOKEN}_`],
  ['with a line break in it', `${TOKEN.slice(0, 20)}\n> ${TOKEN.slice(20)}`],
  ['with a word appended to it', `${TOKEN}>Regards`],
  ['with another parameter', `${TOKEN}?x=1`],
])('is read %s', (_, text) => {
  expect(randomTokenIn(text)).toBe(TOKEN);
});

test('may itself start like an encoded “=”', () => {
  expect(randomTokenIn(LIKE_QUOTED)).toBe(LIKE_QUOTED);
  expect(randomTokenIn(`3D${LIKE_QUOTED}`)).toBe(LIKE_QUOTED);
});
