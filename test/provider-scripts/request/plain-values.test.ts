/** Values that would break the lines of a log, or control a terminal. */
import { describe, expect, test } from 'vitest';
import { hasControlCharacters } from '../../../provider-scripts/src/request/control-characters.ts';
import { hasUnplainText, unplainName } from '../../../provider-scripts/src/request/plain-values.ts';

const STRICT = { opaque: [], lines: false };

const CONTROLS = ['\n', '\r', '\t', '\u0000', '\u001b', '\u007f', '\u0085', '\u009b', '\u2028', '\u2029'];

describe('control characters', () => {
  test.each(CONTROLS)('include %j', (control) => {
    expect(hasControlCharacters(`a${control}b`)).toBe(true);
  });

  test.each(['', 'a b', '\u00a0', '\u00e9', '\u2027', '\u202a', '\ud83d\udd11'])('leave out %j', (text) => {
    expect(hasControlCharacters(text)).toBe(false);
  });
});

describe('parameters', () => {
  test('are plain without control characters', () => {
    expect(
      unplainName({ client_id: ['demo'], x: ['', '%0A'], redirect_uri: ['https://a/b?c=%0A'] }, STRICT),
    ).toBe(null);
  });

  test('are named by the first that has one, in any of its values', () => {
    expect(unplainName({ a: ['b'], tab_id: ['x', 'y\n'] }, STRICT)).toBe('tab_id');
    expect(unplainName({ 'a\nb': [''] }, STRICT)).toBe('a\nb');
  });

  test('may have them where they are opaque, but not in their names', () => {
    const rules = { opaque: ['state'], lines: false };
    expect(unplainName({ state: ['\n'] }, rules)).toBe(null);
    expect(unplainName({ state: ['\n'], nonce: ['\n'] }, rules)).toBe('nonce');
  });

  test('may have several lines in a text area, and nothing else', () => {
    const rules = { opaque: [], lines: true };
    expect(unplainName({ bio: ['one\r\n\ttwo'] }, rules)).toBe(null);
    expect(unplainName({ bio: ['one\u001b[2K'] }, rules)).toBe('bio');
  });

  test.each([
    ['a line break', 'https://a.example/b%0Ac?state=1'],
    ['an escape', 'https://a.example/%1b[2K'],
    ['a next line', 'https://a.example/%C2%85#c'],
    ['a separator of lines', 'https://a.example/%E2%80%A8'],
    ['one beside what isn’t UTF-8', 'https://a.example/%0A%C2'],
  ])('aren’t plain where a URI’s path has %s when it is decoded', (_, uri) => {
    expect(unplainName({ post_logout_redirect_uri: [uri] }, STRICT)).toBe('post_logout_redirect_uri');
  });

  test.each(['https://a.example/%C3%A9', 'https://a.example/%C2', 'https://a.example/?b=%0A', '%0A%zz?'])(
    'are plain with %s elsewhere',
    (uri) => {
      expect(unplainName({ login_hint: [uri] }, STRICT)).toBe(null);
    },
  );
});

describe('JSON', () => {
  test.each([
    [{ client_name: 'a\nb' }],
    [{ redirect_uris: ['https://a.example', 'b\u001b'] }],
    [{ jwks: { keys: [{ 'k\u2028': 1 }] } }],
    ['\r'],
  ])('%j isn’t plain', (json) => {
    expect(hasUnplainText(json)).toBe(true);
  });

  test.each([[{ client_name: 'a b', redirect_uris: ['c'], x: null, y: 1, z: true }], [null], [[]]])(
    '%j is plain',
    (json) => {
      expect(hasUnplainText(json)).toBe(false);
    },
  );
});
