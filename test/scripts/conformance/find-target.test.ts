/** Parsing a realm's URL. */
import { describe, expect, test } from 'vitest';
import { parseRealmUrl } from '../../../scripts/conformance/find-target.ts';

describe('a realm’s URL', () => {
  test.each([
    ['acme', 'acme', 'acme'],
    ['Acme', 'Acme', 'Acme'],
    ['acme%20corp', 'acme%20corp', 'acme corp'],
    ['acme corp', 'acme%20corp', 'acme corp'],
    ['b\u00fccher', 'b%C3%BCcher', 'b\u00fccher'],
    ['b%C3%BCcher/', 'b%C3%BCcher', 'b\u00fccher'],
    ['100%', '100%25', '100%'],
  ])('that ends with %s is that of the realm', (typed, written, realm) => {
    expect(parseRealmUrl(`https://id.example.com/auth/realms/${typed}`)).toEqual({
      baseUrl: `https://id.example.com/auth/realms/${written}`,
      serverUrl: 'https://id.example.com/auth',
      realm,
    });
  });

  test.each(['https://id.example.com', 'https://id.example.com/realms/a/b', 'realms/a'])(
    'is not %s',
    (url) => {
      expect(() => parseRealmUrl(url)).toThrow('is not of the form <server>/realms/<realm>');
    },
  );
});
