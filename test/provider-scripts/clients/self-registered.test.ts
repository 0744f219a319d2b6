/** What a client that registers itself may decide, in Keycloak's representation. */
import { describe, expect, test } from 'vitest';
import {
  allowedRepresentation,
  irreversibleChanges,
  newSelfRegisteredClient,
  type Representation,
} from '../../../provider-scripts/src/clients/self-registered.ts';

const DEFAULTS = { defaultClientScopes: ['basic'], optionalClientScopes: ['profile', 'email'] };

const client = (fields: Record<string, unknown>, approval: string | null = 'approved'): Representation => ({
  clientId: 'shop',
  ...fields,
  attributes: {
    ...(approval === null ? {} : { 'linkgate.approval': approval }),
    ...(fields.attributes as Record<string, string> | undefined),
  },
});

/** The redirect URIs of a client with existing ones after it requested others. */
const redirectUris = (before: string[], requested: string[], approval = 'approved') =>
  allowedRepresentation(
    client({ redirectUris: before }, approval),
    client({ redirectUris: requested }, approval),
    DEFAULTS,
  ).redirectUris;

describe('a new self-registered client', () => {
  const made = allowedRepresentation(
    null,
    client({ name: 'Shop', enabled: true, fullScopeAllowed: true, anything: 'else', secret: 's' }),
    DEFAULTS,
  );

  test('is pending, has its name, and nothing that wasn’t granted', () => {
    const { attributes, ...fields } = newSelfRegisteredClient(client({ enabled: true }), DEFAULTS);
    expect(made).toEqual({
      ...fields,
      attributes,
      name: 'Shop',
      secret: 's',
      redirectUris: [],
      webOrigins: [],
    });
    expect(attributes?.['linkgate.approval']).toBe('pending');
  });

  test('stays disabled if one of Keycloak’s policies disables it', () => {
    expect(allowedRepresentation(null, client({ enabled: false }), DEFAULTS).enabled).toBe(false);
  });

  test('has the web origins of its redirect URIs and no other', () => {
    const requested = client({
      redirectUris: ['https://shop.example/back', 'com.shop.app:/back'],
      webOrigins: ['https://shop.example', 'https://evil.example', '*', 'com.evil.app', '+'],
    });
    expect(allowedRepresentation(null, requested, DEFAULTS).webOrigins).toEqual([
      'https://shop.example',
      '+',
    ]);
  });
});

describe('the ports of the user’s own device', () => {
  const ported = ['http://127.0.0.1:33418/cb', 'http://localhost:4000/cb', 'http://127.0.0.1:5000/cb'];
  const PORTLESS = ['http://127.0.0.1/cb', 'http://localhost/cb'];

  test('aren’t stored by a registration', () => {
    const requested = client({
      redirectUris: [...ported, 'https://shop.example:8443/cb'],
      webOrigins: ['+', 'http://localhost:4000'],
      attributes: { 'post.logout.redirect.uris': 'http://[::1]:99/bye##https://shop.example/' },
    });
    expect(allowedRepresentation(null, requested, DEFAULTS)).toMatchObject({
      redirectUris: [...PORTLESS, 'https://shop.example:8443/cb'],
      webOrigins: ['+', 'http://localhost:4000', 'http://127.0.0.1:33418', 'http://127.0.0.1:5000'],
      attributes: { 'post.logout.redirect.uris': 'http://[::1]/bye##https://shop.example/' },
    });
  });

  test('stay where an administrator set one, and don’t leave the approved origins', () => {
    const before = client({ redirectUris: ['http://127.0.0.1:33418/cb'] }, 'approved');
    const change = (redirectUris: string[]) =>
      allowedRepresentation(before, client({ redirectUris }), DEFAULTS).redirectUris;
    expect(change(['http://127.0.0.1:33418/cb'])).toEqual(['http://127.0.0.1:33418/cb']);
    expect(change(['http://127.0.0.1:9/other'])).toEqual(['http://127.0.0.1/other']);
    expect(change(['http://localhost:33418/cb'])).toEqual(['http://127.0.0.1:33418/cb']);
  });
});

describe('an existing client', () => {
  test.each([['approved'], ['rejected'], ['deleted'], [null]])(
    'keeps everything when its approval is %s',
    (approval) => {
      const before = client({ name: 'Shop', fullScopeAllowed: false, secret: 'old', x: 1 }, approval);
      const requested = client(
        { name: 'Bank', fullScopeAllowed: true, y: 2, attributes: { logoUri: 'x' } },
        'pending',
      );
      const after = allowedRepresentation(before, requested, DEFAULTS);
      expect(after).toEqual({ ...before, redirectUris: [], webOrigins: [] });
    },
  );

  test.each([['pending'], ['aproved']])('describes itself when its approval is %s', (approval) => {
    const before = client({ name: 'Shop', description: 'Ours', fullScopeAllowed: false }, approval);
    const requested = client({
      name: 'Bank',
      fullScopeAllowed: true,
      attributes: { logoUri: 'x', other: 'y' },
    });
    const after = allowedRepresentation(before, requested, DEFAULTS);
    expect([after.name, after.description, after.fullScopeAllowed]).toEqual(['Bank', undefined, false]);
    expect(after.attributes).toEqual({ 'linkgate.approval': approval, logoUri: 'x' });
  });

  test('changes its secret, and keeps it if it requested none', () => {
    const before = client({ secret: 'old' });
    const secretAfter = (requested: Representation) =>
      allowedRepresentation(before, requested, DEFAULTS).secret;
    expect([secretAfter(client({ secret: 'new' })), secretAfter(client({}))]).toEqual(['new', 'old']);
  });
});

describe('redirect URIs of a client that was approved', () => {
  const APPROVED = ['https://shop.example/back', 'com.example.shop:/back', 'https://files.example/*'];

  test.each([
    ['https://shop.example/other'],
    ['https://SHOP.example/other'],
    ['https://shop.example?x=1'],
    ['https://files.example/deep/er'],
    ['https://files.example/*'],
    ['com.example.shop:/back'],
  ])('%s is added', (uri) => {
    expect(redirectUris(APPROVED, [uri])).toEqual([uri]);
  });

  test.each([
    ['https://evil.example/back'],
    ['http://shop.example/back'],
    ['https://shop.example:8443/back'],
    ['https://shop.example@evil.example/'],
    ['https://shop.example\\@evil.example/'],
    ['https://shop.example.evil.example/'],
    ['https://shop.example*'],
    ['https://shop.example/*'],
    ['com.example.shop:/other'],
    ['/relative'],
    ['*'],
  ])('%s is omitted', (uri) => {
    expect(redirectUris(APPROVED, [uri])).toEqual(APPROVED);
    expect(redirectUris(APPROVED, ['https://shop.example/back', uri])).toEqual(['https://shop.example/back']);
  });

  test('are unrestricted until the client is approved', () => {
    expect(redirectUris(APPROVED, ['https://other.example/'], 'pending')).toEqual(['https://other.example/']);
  });
});

test('values that can’t be restored are named', () => {
  const allowed = client({ serviceAccountsEnabled: false });
  expect(irreversibleChanges(allowed, client({}))).toEqual([]);
  const written = client({ serviceAccountsEnabled: true, defaultRoles: ['guest'] });
  expect(irreversibleChanges(allowed, written)).toEqual(['serviceAccountsEnabled', 'defaultRoles']);
  expect(irreversibleChanges(written, allowed)).toEqual(['serviceAccountsEnabled', 'defaultRoles']);
});
