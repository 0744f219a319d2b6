/** A client or API scope that an administrator creates. */
import { expect, test } from 'vitest';
import {
  CLIENT_KINDS,
  clientOfAdministrator,
  newApiScope,
  wrongRedirectUri,
} from '../../../provider-scripts/src/clients/new-client.ts';
import CLIENT_DEFAULTS from '../../../realm-config/client.json' with { type: 'json' };

const FIELDS = {
  clientId: 'shop',
  name: 'Shop',
  redirectUris: ['https://shop.example/cb'],
  homeUrl: 'https://shop.example/',
};

test.each(CLIENT_KINDS)(
  'a %s client has the defaults of every new client, and waits for its approval',
  (kind) => {
    const client = clientOfAdministrator({ ...FIELDS, kind });
    expect(client).toMatchObject({
      clientId: 'shop',
      name: 'Shop',
      baseUrl: 'https://shop.example/',
      enabled: true,
      fullScopeAllowed: false,
      implicitFlowEnabled: false,
      directAccessGrantsEnabled: false,
      attributes: { ...CLIENT_DEFAULTS.attributes, 'linkgate.approval': 'pending' },
      protocolMappers: [{ config: { 'included.client.audience': 'shop' } }],
    });
    // Keycloak then assigns the realm's.
    expect(client).not.toHaveProperty('defaultClientScopes');
  },
);

test.each([
  ['confidential', [false, true, false, true, FIELDS.redirectUris, []]],
  ['public', [true, true, false, true, FIELDS.redirectUris, ['+']]],
  ['machine', [false, false, true, false, [], []]],
] as const)('a %s client has its own way to act', (kind, expected) => {
  const client = clientOfAdministrator({ ...FIELDS, kind });
  expect([
    client.publicClient,
    client.standardFlowEnabled,
    client.serviceAccountsEnabled,
    client.consentRequired,
    client.redirectUris,
    client.webOrigins,
  ]).toEqual(expected);
});

test.each([
  [['https://shop.example/cb', 'com.example.shop:/cb'], undefined],
  [['https://shop.example/cb', '/cb'], '/cb'],
  [['https://shop.example/*'], 'https://shop.example/*'],
  [['https://shop.example/#x'], 'https://shop.example/#x'],
])('of the redirect URIs %j the wrong one is %j', (uris, wrong) => {
  expect(wrongRedirectUri(uris)).toBe(wrong);
});

test('an API scope is marked as one, with its audience and its words for the consent page', () => {
  expect(newApiScope('orders:read', 'https://api.example', 'See your orders')).toMatchObject({
    name: 'orders:read',
    attributes: { 'linkgate.api-scope': 'true', 'consent.screen.text': 'See your orders' },
    protocolMappers: [{ config: { audience: 'https://api.example' } }],
  });
});
