/** Which responses need a client's keys from a URL, and which requests of the server would fetch them. */
import { describe, expect, test } from 'vitest';
import { isKeysUrl, needsFetchedKeys } from '../../../provider-scripts/src/clients/keys-url.ts';

const of = (attributes: Record<string, string>) => (name: string) => attributes[name] ?? null;

describe('a response that is encrypted for a client', () => {
  test.each([
    [{ 'use.jwks.url': 'true', 'id.token.encrypted.response.alg': 'RSA-OAEP' }, true, false],
    [{ 'use.jwks.url': 'true', 'user.info.encrypted.response.alg': 'RSA-OAEP' }, false, true],
    [{ 'use.jwks.url': 'false', 'id.token.encrypted.response.alg': 'RSA-OAEP' }, false, false],
    [{ 'use.jwks.url': 'true', 'id.token.encrypted.response.alg': ' ' }, false, false],
    [{ 'use.jwks.url': 'true' }, false, false],
  ])('%j needs fetched keys at /token: %s, at /userinfo: %s', (attributes, atToken, atUserinfo) => {
    expect(needsFetchedKeys(of(attributes), '/token')).toBe(atToken);
    expect(needsFetchedKeys(of(attributes), '/userinfo')).toBe(atUserinfo);
  });
});

test.each([
  ['https://app.example/jwks', 'https://app.example/jwks', true],
  ['/jwks', 'https://app.example/jwks', true],
  ['https://app.example/jwks', 'https://provider.example/jwks', false],
  ['', 'https://provider.example/', false],
  ['//', 'https://provider.example//', false],
])('keys at "%s" are fetched by a request to %s: %s', (keys, url, expected) => {
  expect(isKeysUrl(of({ 'jwks.url': keys }), url)).toBe(expected);
});
