/** The credentials of a client. */
import { describe, expect, test } from 'vitest';
import { readCredentials } from '../../../provider-scripts/src/clients/credentials.ts';
import { invalidRequest, type ParameterValues, parametersOf } from '../parameters-of.ts';

/** A stand-in for Base64, which differs between Node and the engine: four hexadecimal digits per character. */
const encode = (text: string) =>
  text
    .split('')
    .map((character) => `000${character.charCodeAt(0).toString(16)}`.slice(-4))
    .join('');

function decode(text: string): string {
  if (!/^([0-9a-f]{4})*$/.test(text)) throw new Error('not encoded');
  return text.replace(/[0-9a-f]{4}/g, (digits) => String.fromCharCode(Number(`0x${digits}`)));
}

const read = (form: ParameterValues, authorization: string | null = null) =>
  readCredentials(parametersOf(form), authorization, decode);
const basic = (text: string) => `Basic ${encode(text)}`;

const INVALID_CLIENT = {
  problem: { code: 'invalid_client', status: 401, text: 'Client authentication failed' },
};
const REQUIRED = { problem: invalidRequest('client_id: required') };
const FORM = { client_id: 'demo-web', client_secret: 's3cret' };

describe('credentials in the form', () => {
  test('are the identifier and the secret', () => {
    expect(read(FORM)).toEqual({ clientId: 'demo-web', secret: 's3cret' });
  });

  test('may have no secret', () => {
    expect(read({ client_id: 'demo-spa' })).toEqual({ clientId: 'demo-spa', secret: undefined });
    expect(read({ client_id: 'demo-spa', client_secret: '' })).toEqual({
      clientId: 'demo-spa',
      secret: undefined,
    });
  });

  test('are used unchanged', () => {
    const odd = { client_id: ' a+b%20:\u00fc ', client_secret: 'x+y%20:\n\ud83d\udd11' };
    expect(read(odd)).toEqual({ clientId: odd.client_id, secret: odd.client_secret });
  });

  test('need an identifier', () => {
    expect(read({})).toMatchObject(REQUIRED);
    expect(read({ client_id: '', client_secret: 's3cret' })).toMatchObject(REQUIRED);
    expect(read({ constructor: 'x' })).toMatchObject(REQUIRED);
  });

  test.each([
    ['empty', ''],
    ['of another kind', 'Bearer abc'],
    ['of another kind with the same prefix', `Basics ${encode('eve:x')}`],
    ['Basic without credentials', 'Basic'],
    ['Basic with a space after it', 'Basic '],
  ])('count beside a header that is %s', (_, header) => {
    expect(read(FORM, header)).toEqual({ clientId: 'demo-web', secret: 's3cret' });
    expect(read({}, header)).toMatchObject(REQUIRED);
  });
});

describe('credentials in the header', () => {
  test.each([
    ['an identifier and a secret', 'demo-web:s3cret', 'demo-web', 's3cret'],
    ['colons in the secret', 'demo-web:a:b::', 'demo-web', 'a:b::'],
    ['an escaped colon in the identifier', 'demo%3Aweb:s3cret', 'demo:web', 's3cret'],
    ['pluses for spaces', 'demo+web:s+3', 'demo web', 's 3'],
    ['escaped pluses and percent signs', 'a%2Bb:c%2B%25', 'a+b', 'c+%'],
    ['escaped letters outside ASCII', 'd%C3%A9mo:%F0%9F%94%91', 'd\u00e9mo', '\ud83d\udd11'],
    ['unescaped letters outside ASCII', 'd\u00e9mo:\u00fc', 'd\u00e9mo', '\u00fc'],
    ['a secret with control characters', 'demo-web:a%00%0A', 'demo-web', 'a\u0000\n'],
    ['an empty secret', 'demo-spa:', 'demo-spa', ''],
    ['no colon, which is an empty secret', 'demo-spa', 'demo-spa', ''],
    ['an empty identifier', ':s3cret', '', 's3cret'],
  ])('may have %s', (_, text, clientId, secret) => {
    expect(read({}, basic(text))).toEqual({ clientId, secret });
  });

  test.each([
    ['in capitals', 'BASIC '],
    ['in small letters', 'basic '],
    ['followed by several spaces', 'Basic   '],
  ])('may have their scheme %s', (_, scheme) => {
    expect(read({}, scheme + encode('demo-web:s3cret'))).toEqual({ clientId: 'demo-web', secret: 's3cret' });
  });

  test('may be combined with the same identifier in the form', () => {
    expect(read({ client_id: 'demo-web' }, basic('demo-web:s3cret'))).toEqual({
      clientId: 'demo-web',
      secret: 's3cret',
    });
  });

  test('may be combined with empty fields of the form', () => {
    expect(read({ client_id: '', client_secret: '' }, basic('demo-web:s3cret'))).toEqual({
      clientId: 'demo-web',
      secret: 's3cret',
    });
  });

  test.each([
    ['another', 'demo-shop'],
    ['one in capitals', 'DEMO-WEB'],
    ['the escaped one', 'demo%2Dweb'],
  ])('can’t be beside an identifier in the form that is %s', (_, clientId) => {
    expect(read({ client_id: clientId }, basic('demo%2Dweb:s3cret'))).toMatchObject({
      problem: invalidRequest('client_id: differs from the one in the Authorization header'),
    });
  });

  test('can’t be combined with a secret in the form, whether or not it is the same', () => {
    const both = invalidRequest('client_secret: given both as a form field and in the Authorization header');
    expect(read(FORM, basic('demo-web:s3cret'))).toMatchObject({ problem: both });
    expect(read({ client_secret: 'other' }, basic('demo-web:s3cret'))).toMatchObject({ problem: both });
    expect(read(FORM, 'Basic not-encoded')).toMatchObject({ problem: both });
  });

  test.each([
    ['not encoded', 'Basic demo-web:s3cret'],
    ['an identifier with a broken escape', basic('demo%web:s3cret')],
    ['a secret with a broken escape', basic('demo-web:100%')],
    ['a secret with bytes that aren’t text', basic('demo-web:%FC')],
  ])('are invalid when they are %s', (_, header) => {
    expect(read({}, header)).toMatchObject(INVALID_CLIENT);
    expect(read({ client_id: 'demo-web' }, header)).toMatchObject(INVALID_CLIENT);
  });
});

describe('an identifier with control characters', () => {
  test.each([
    ['NUL', '\u0000'],
    ['a line break', '\n'],
    ['the last of the first block', '\u001f'],
    ['DEL', '\u007f'],
  ])('is invalid: %s', (_, character) => {
    const clientId = `demo${character}web`;
    expect(read({ client_id: clientId, client_secret: 's3cret' })).toMatchObject(INVALID_CLIENT);
    expect(read({}, basic(`${clientId}:s3cret`))).toMatchObject(INVALID_CLIENT);
    expect(read({}, basic(`${encodeURIComponent(clientId)}:s3cret`))).toMatchObject(INVALID_CLIENT);
  });
});
