/** Which clients a realm's trusted domains let in. */

import { describe, expect, test } from 'vitest';
import type { Representation } from '../../../provider-scripts/src/clients/self-registered.ts';
import { isOfTrustedDomain, isTrustedHost } from '../../../provider-scripts/src/clients/trusted-domains.ts';
import { readSetting } from '../../../provider-scripts/src/realm/settings/read.ts';
import { REALM } from '../../../provider-scripts/src/realm/settings/table.ts';

test.each(['agent.example', '*.agent.example', 'localhost', 'a.example *.b.example'])(
  '"%s" is a list',
  (text) => {
    expect(readSetting(REALM.trustedDomains, text)).toEqual(text.split(' '));
  },
);

test.each([
  null,
  '',
  ' ',
  '*',
  'a.example,b.example',
  'https://a.example',
  '*.',
  '*a.example',
  'A.example',
  'a.example ',
])('"%s" trusts nobody', (text) => {
  expect(readSetting(REALM.trustedDomains, text)).toEqual([]);
});

test('a domain stands for itself, or with an asterisk for its subdomains only', () => {
  const domains = readSetting(REALM.trustedDomains, 'a.example *.b.example');
  expect(['a.example', 'x.b.example', 'x.y.b.example'].every((host) => isTrustedHost(host, domains))).toBe(
    true,
  );
  expect(
    ['x.a.example', 'b.example', 'xb.example', 'a.example.evil', 'evila.example'].some((host) =>
      isTrustedHost(host, domains),
    ),
  ).toBe(false);
});

describe('a client that registers itself', () => {
  const domains = readSetting(REALM.trustedDomains, 'shop.example');
  const isTrusted = (fields: Partial<Representation>) =>
    isOfTrustedDomain({ clientId: 'shop', redirectUris: ['https://shop.example/back'], ...fields }, domains);

  test('is trusted if all its URLs are', () => {
    expect(isTrusted({})).toBe(true);
    expect(
      isTrusted({
        baseUrl: 'https://shop.example/',
        rootUrl: '',
        attributes: {
          'backchannel.logout.url': 'https://shop.example/logout',
          'post.logout.redirect.uris': 'https://shop.example/bye##https://shop.example/bye2',
          'linkgate.branding.text': 'Welcome',
        },
      }),
    ).toBe(true);
  });

  test.each([
    ['without redirect URIs', { redirectUris: [] }],
    ['with another redirect URI', { redirectUris: ['https://shop.example/back', 'https://evil.example/'] }],
    ['with http', { redirectUris: ['http://shop.example/back'] }],
    ['with a wildcard', { redirectUris: ['https://shop.example/*'] }],
    ['with an app’s own scheme', { redirectUris: ['shop.example:/back'] }],
    ['with another home', { baseUrl: 'https://evil.example/' }],
    ['with a relative home', { baseUrl: '/home' }],
    [
      'with a logout URL that the server would call',
      { attributes: { 'backchannel.logout.url': 'http://10.0.0.1/' } },
    ],
    [
      'with another page after sign-out',
      { attributes: { 'post.logout.redirect.uris': 'https://shop.example/##+' } },
    ],
    ['with an uploaded logo', { attributes: { 'linkgate.branding.logo': 'uploaded:1' } }],
  ])('isn’t %s', (_, fields) => {
    expect(isTrusted(fields)).toBe(false);
  });
});
