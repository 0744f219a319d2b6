/** Values that would break the lines of a log, or control a terminal. */
import { describe, expect, test } from 'vitest';
import {
  hasControlCharactersInValue,
  nameWithControlCharacters,
} from '../../../../provider-scripts/src/http/request/plain-values.ts';
import { hasControlCharacters } from '../../../../provider-scripts/src/platform/engine/control-characters.ts';

const STRICT = { opaque: [], lines: false };

const CONTROLS = ['\n', '\r', '\t', '\u0000', '\u001b', '\u007f', '\u0085', '\u009b', '\u2028', '\u2029'];

describe('control characters', () => {
  test.each(CONTROLS)('include %j', (control) => {
    expect(hasControlCharacters(`a${control}b`)).toBe(true);
  });

  test.each(['', 'a b', '\u00a0', '\u00e9', '\u2027', '\u202a', '\ud83d\udd11'])('exclude %j', (text) => {
    expect(hasControlCharacters(text)).toBe(false);
  });
});

describe('parameters', () => {
  test('are plain without control characters', () => {
    expect(
      nameWithControlCharacters(
        { client_id: ['demo'], x: ['', '%0A'], redirect_uri: ['https://a/b?c=%0A'] },
        STRICT,
      ),
    ).toBe(null);
  });

  test('are named by the first that has one, in any of its values', () => {
    expect(nameWithControlCharacters({ a: ['b'], tab_id: ['x', 'y\n'] }, STRICT)).toBe('tab_id');
    expect(nameWithControlCharacters({ 'a\nb': [''] }, STRICT)).toBe('a\nb');
  });

  test('may have them where they are opaque, but not in their names', () => {
    const rules = { opaque: ['state'], lines: false };
    expect(nameWithControlCharacters({ state: ['\n'] }, rules)).toBe(null);
    expect(nameWithControlCharacters({ state: ['\n'], nonce: ['\n'] }, rules)).toBe('nonce');
  });

  test('may have several lines in a text area, and no other control characters', () => {
    const rules = { opaque: [], lines: true };
    expect(nameWithControlCharacters({ bio: ['one\r\n\ttwo'] }, rules)).toBe(null);
    expect(nameWithControlCharacters({ bio: ['one\u001b[2K'] }, rules)).toBe('bio');
  });

  test.each([
    ['a line break', 'https://a.example/b%0Ac?state=1'],
    ['an escape', 'https://a.example/%1b[2K'],
    ['a next line', 'https://a.example/%C2%85#c'],
    ['a line separator', 'https://a.example/%E2%80%A8'],
    ['one beside bytes that aren’t UTF-8', 'https://a.example/%0A%C2'],
  ])('aren’t plain where a URI’s path has %s when it is decoded', (_, uri) => {
    expect(nameWithControlCharacters({ post_logout_redirect_uri: [uri] }, STRICT)).toBe(
      'post_logout_redirect_uri',
    );
  });

  test.each(['https://a.example/%C3%A9', 'https://a.example/%C2', 'https://a.example/?b=%0A', '%0A%zz?'])(
    'are plain with %s elsewhere',
    (uri) => {
      expect(nameWithControlCharacters({ login_hint: [uri] }, STRICT)).toBe(null);
    },
  );
});

const URL_ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** A text in UTF-8, one character per byte. */
function binary(text: string): string {
  return encodeURIComponent(text).replace(/%(..)/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
}

/** Bytes in Base64 for URLs. */
function base64Of(bytes: string): string {
  const bits = bytes
    .split('')
    .map((byte) => `0000000${byte.charCodeAt(0).toString(2)}`.slice(-8))
    .join('');
  const parts = bits.match(/.{1,6}/g) ?? [];
  return parts.map((part) => URL_ALPHABET.charAt(Number.parseInt(`${part}00000`.slice(0, 6), 2))).join('');
}

/** Control characters in values that Keycloak decodes: each way to encode one. */
describe('decoded values', () => {
  const base64 = (text: string) => base64Of(binary(text));
  const escaped = (control: string) => `\\u${control.charCodeAt(0).toString(16).padStart(4, '0')}`;
  const jwt = (header: string, claims = '{"iss":"x"}') => `${base64(header)}.${base64(claims)}.c2ln`;

  /** The ways, by the kind of parameter that Keycloak decodes so. */
  const encodings = (control: string): [name: string, value: string][] => {
    const one = escaped(control);
    const percent = encodeURIComponent(control);
    const ru = `{"ru":"https://a.example/${percent}b?code=1","rt":"code"}`;
    return [
      ['claims', `{"id_token":{"acr":{"values":["x${one}y"]}}}`],
      ['claims', ` {"id_token":{"acr":"x${one}y"}} {`],
      ['authorization_details', `["x${one}y"]`],
      ['authorization_details', `"x${one}y"`],
      ['unknown', `{"a${one}":1`],
      ['logout_token', jwt(`{"alg":"RS256","kid":"x${one}y"}`)],
      ['logout_token', jwt(`{"alg":"RS256"}`, `{"sid":"x${one}y"}`)],
      ['client_assertion', `${jwt(`{"kid":"x${one}y"}`)}.x.y`],
      ['id_token_hint', jwt(`{ "kid" : "x${one}y"}x`)],
      ['subject_token', `${base64(`{"kid":"x${one}y"}`).replaceAll('-', '+').replaceAll('_', '/')}==.e30.x`],
      ['client_data', base64(ru)],
      ['client_data', base64(`{"ru":"x${one}y"}`)],
      ['client_data', base64(`{"r\\u0075":"a/${percent}"`)],
      ['client_data', base64(`x${control}y`)],
      ['client_data', base64Of(`${binary(`x${control}y`)}\u00c2`)],
      ['clientDataJSON', base64(`{"origin":"x${one}y"}`)],
      ['state', `r.t.c.${base64(`x${control}y`)}`],
      ['state', `r.t.c.${base64(ru)}`],
      ['RelayState', `r.t.c.${base64(ru)}`],
      ['redirect_uri', `https://a.example/${percent}b?code=1`],
      ['post_logout_redirect_uri', `https://a.example/${percent}%C2`],
    ];
  };
  test.each(CONTROLS)('aren’t plain with %j, however it is encoded', (control) => {
    for (const [name, value] of encodings(control))
      for (const lines of [false, true])
        expect(
          nameWithControlCharacters({ [name]: [value] }, { opaque: [], lines }),
          `${name}=${value}`,
        ).toBe(name);
  });

  test('aren’t plain with a line break in a browser’s passkey error', () => {
    expect(nameWithControlCharacters({ error: ['a\nb'] }, { opaque: [], lines: true })).toBe('error');
  });

  test('are plain with similar-looking text', () => {
    const plain: [string, string][] = [
      ['claims', '{"id_token":{"acr":{"values":["1"]},"name":"\\\\n \\u00e9\\u2027"}}'],
      ['bio', 'C:\\new "\\n"'],
      ['state', '{"a":"b"}.x'],
      ['client_data', base64('{"ru":"https://a.example/%C3%A9?x=%0A","st":"a%0Aé"}')],
      ['state', `${base64Of('\u0001'.repeat(32))}.t.${base64Of('\u0002'.repeat(16))}`],
      ['code', `${base64('{"x":"\n"}')}.x.y`],
      // The address claim has several lines (OpenID Connect Core, section 5.1.1).
      ['id_token_hint', jwt('{"alg":"RS256","kid":"k"}', '{"address":{"formatted":"Street 1\\nCity"}}')],
      ['logout_token', jwt('{\n  "alg": "RS256"\n}', '{\r\n "iss": "x" }')],
    ];
    for (const [name, value] of plain)
      expect(nameWithControlCharacters({ [name]: [value] }, STRICT), name).toBe(null);
  });

  test('are unchanged if they are opaque', () => {
    expect(nameWithControlCharacters({ state: ['{"a":"b\\nc"}'] }, { opaque: ['state'], lines: false })).toBe(
      null,
    );
  });

  test('are plain for nearly all random tokens', () => {
    const random = (seed: number) =>
      base64Of(
        Array.from({ length: 48 }, (_, i) =>
          String.fromCharCode((seed * 131 + i * i * 197 + i * 61) % 256),
        ).join(''),
      );
    for (let seed = 0; seed < 500; seed++)
      expect(nameWithControlCharacters({ token: [`${random(seed)}.${random(seed + 1)}`] }, STRICT)).toBe(
        null,
      );
  });
});

describe('JSON', () => {
  test.each([
    [{ client_name: 'a\nb' }],
    [{ redirect_uris: ['https://a.example', 'b\u001b'] }],
    [{ jwks: { keys: [{ 'k\u2028': 1 }] } }],
    ['\r'],
  ])('%j isn’t plain', (json) => {
    expect(hasControlCharactersInValue(json)).toBe(true);
  });

  test.each([[{ client_name: 'a b', redirect_uris: ['c'], x: null, y: 1, z: true }], [null], [[]]])(
    '%j is plain',
    (json) => {
      expect(hasControlCharactersInValue(json)).toBe(false);
    },
  );
});
