/** A client's name is one line, whatever its registration says. */
import { expect, test } from 'vitest';
import {
  messageKeyIn,
  nameInOneLine,
  problemWithGivenName,
} from '../../../../provider-scripts/src/realm/branding/name.ts';

test.each([
  ['as it is', 'Shop & Co', 'Shop & Co'],
  ['without line breaks', 'Shop\r\n\r\nhttps://evil.example/', 'Shop https://evil.example/'],
  ['without control characters', ' a\u0000b\u2028c\u0085 ', 'a b c'],
  ['with characters beyond the basic plane', '😀 \n😀', '😀 😀'],
  ['without characters that reverse text', 'Acme\u202e\u2066 knaB\u2069', 'Acme knaB'],
  ['without hidden characters', 'Ac\u200bme\ufeff', 'Acme'],
  ['with the joiners of scripts and emoji', 'می\u200cخواهم', 'می\u200cخواهم'],
  ['with an encoded word that no email client decodes', '=?utf-8?q?Acme_Bank?=', '= ?utf-8?q?Acme_Bank?='],
  ['with a placeholder that isn’t a message key', `\${Acme Bank}`, `\${Acme Bank}`],
  ['as empty if nothing else remains', '\n', ''],
])('a name is shown %s', (_, name, shown) => {
  expect(nameInOneLine(name)).toBe(shown);
});

test.each([
  [`\${client_account}`, 'client_account'],
  [`\${Acme Bank}`, 'Acme Bank'],
  [`Acme \${bank}`, null],
  [`\${a}\${b}`, null],
  [`\${}`, null],
  ['Acme', null],
])('of %s the key of a message is %s', (name, key) => {
  expect(messageKeyIn(name)).toBe(key);
});

test.each([
  ['a message key', `\${Acme Bank}`, `must not have \${`],
  ['a message key inside', `Acme \${bank}`, `must not have \${`],
  ['an encoded word', '=?utf-8?q?Acme_Bank?=', 'must not have =?'],
  ['reversed text', 'Acme \u202eknaB', 'must not have characters that are hidden or turn text around'],
  ['an isolate', '\u2067Acme', 'must not have characters that are hidden or turn text around'],
  ['a hidden character', 'Ac\u200bme', 'must not have characters that are hidden or turn text around'],
  ['a line break', 'Acme\r\nBcc: x', 'must be one line without control characters'],
  ['a line separator', 'Acme\u2028Bank', 'must be one line without control characters'],
])('a client that registers itself may not have a name with %s', (_, name, problem) => {
  expect(problemWithGivenName('name', name)).toMatchObject({
    code: 'invalid_client_metadata',
    text: `name: ${problem}`,
  });
});

test.each(['Shop & Co', '日本の店', 'متجر', 'Prix : 5\u00a0€', '$5 = cheap?', ''])(
  'a client that registers itself may have the name "%s"',
  (name) => {
    expect(problemWithGivenName('name', name)).toBe(null);
  },
);
