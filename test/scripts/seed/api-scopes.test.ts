/** Declared API scopes: what is rejected, and what each is in Keycloak. */
import { describe, expect, test } from 'vitest';
import {
  checkApiScopes,
  clientScopeOf,
  consentTextKey,
  consentTexts,
  type DesiredApiScope,
  neededRoles,
  withApiScopes,
} from '../../../scripts/seed/api-scope-declaration.ts';
import { newClient } from '../../../scripts/seed/desired-realms.ts';
import { checkLinkgateAttributes } from '../../../scripts/seed/linkgate-attributes.ts';
import { asMessageFormat } from '../../../scripts/seed/message-format.ts';
import { checkSchema } from '../../../scripts/seed/schema.ts';

const READ: DesiredApiScope = {
  name: 'orders:read',
  consentText: { en: 'Read your orders', de: 'Ihre Bestellungen lesen' },
  audience: 'https://orders.example.com',
};

describe('a declaration', () => {
  test('may have Linkgate’s languages and the realm’s own, and clients that name its scopes', () => {
    const scopes = [{ ...READ, consentText: { ...READ.consentText, nl: 'Uw bestellingen lezen' } }];
    const clients = [{ clientId: 'shop', apiScopes: ['orders:read'] }, { clientId: 'other' }];
    expect(() => checkApiScopes('f.json', scopes, clients, ['en', 'nl'])).not.toThrow();
    expect(() => checkApiScopes('f.json', scopes, clients, undefined)).toThrow(
      'f.json: apiScopes[0].consentText.nl: unknown language; known are en, de, fr, es, ja, ar',
    );
  });

  test.each<[Partial<DesiredApiScope>, string]>([
    [{ name: 'openid' }, 'f.json: apiScopes[0].name: "openid" can\'t be an API scope'],
    [{ name: 'offline_access' }, 'apiScopes[0].name: "offline_access" can\'t be'],
    [{ name: 'read orders' }, 'apiScopes[0].name: "read orders" can\'t be'],
    [{ name: '' }, 'apiScopes[0].name: "" can\'t be'],
    [
      { audience: 'https://orders.example.com#read' },
      'apiScopes[0].audience: "https://orders.example.com#read"',
    ],
    [{ audience: '/orders' }, 'neither an absolute URI without a fragment nor a client ID'],
  ])('with %j is rejected', (change, message) => {
    expect(() => checkApiScopes('f.json', [{ ...READ, ...change }], [], undefined)).toThrow(message);
  });

  test('is rejected with all of its faults', () => {
    const clients = [{ clientId: 'shop', apiScopes: ['orders:read', 'orders:write'] }];
    expect(() => checkApiScopes('f.json', [READ, { ...READ, audience: ' ' }], clients, undefined)).toThrow(
      /^f\.json: apiScopes\[1\]\.audience: .*; apiScopes\[1\]\.name: orders:read is declared twice; client shop: apiScopes: orders:write isn't among the realm's apiScopes$/,
    );
  });

  test.each<[object, string]>([
    [{ ...READ, consentText: { de: 'Lesen' } }, 'f.json: apiScopes[0].consentText.en: missing'],
    [{ ...READ, consentText: { en: '' } }, 'f.json: apiScopes[0].consentText.en: must match pattern'],
    [
      { ...READ, consentText: { en: 'two\nlines' } },
      'f.json: apiScopes[0].consentText.en: must match pattern',
    ],
    [{ ...READ, audiences: [] }, 'f.json: apiScopes[0].audiences: unknown field'],
    [{ ...READ, neededRoles: ['a', 'a'] }, 'f.json: apiScopes[0].neededRoles: must NOT have duplicate items'],
    [{ name: 'a', consentText: { en: 'A' } }, 'f.json: apiScopes[0].audience: missing'],
  ])('of another shape is rejected: %j', async (scope, message) => {
    const file = { realm: 'r', settings: {}, signIn: {}, clients: [], apiScopes: [scope] };
    await expect(checkSchema(file, 'f.json', 'sample-realm.json')).rejects.toThrow(message);
  });
});

test('the mark of a client scope belongs to no realm', () => {
  expect(() => checkLinkgateAttributes('realm', 'f', { 'linkgate.api-scope': 'true' })).toThrow(
    'f: linkgate.api-scope is no setting of Linkgate',
  );
});

describe('an API scope in Keycloak', () => {
  test('is a marked client scope with its audience, and roles in access tokens alone if it says so', () => {
    expect(clientScopeOf(READ)).toEqual({
      name: 'orders:read',
      attributes: {
        'linkgate.api-scope': 'true',
        'include.in.token.scope': 'true',
        'display.on.consent.screen': 'true',
        'consent.screen.text': `\${linkgateScope.orders_3aread}`,
      },
      protocolMappers: [
        {
          name: 'audience',
          protocolMapper: 'linkgate-audience',
          config: { audience: 'https://orders.example.com' },
        },
      ],
    });
    const { protocolMappers } = clientScopeOf({ ...READ, rolesInTokens: true });
    expect(protocolMappers[1]).toMatchObject({
      protocolMapper: 'oidc-usermodel-realm-role-mapper',
      config: { 'claim.name': 'roles', 'access.token.claim': 'true', 'id.token.claim': 'false' },
    });
  });

  test('has texts under a key that Keycloak’s import takes for no placeholder with a default, for every name', () => {
    const names = ['orders:read', 'orders_3aread', 'orders_read', 'https://a.example/b,c', 'a{b}', 'a%2Fb'];
    const keys = names.map(consentTextKey);
    expect(keys[0]).toBe('linkgateScope.orders_3aread');
    expect(new Set(keys).size).toBe(names.length);
    for (const key of keys) expect(key).toMatch(/^linkgateScope\.[\w.-]+$/);
  });

  test('has one text for each language', () => {
    const write = { ...READ, name: 'orders.write', consentText: { en: "Change a user's orders" } };
    expect(consentTexts([READ, write])).toEqual({
      en: {
        'linkgateScope.orders_3aread': 'Read your orders',
        'linkgateScope.orders.write': "Change a user''s orders",
      },
      de: { 'linkgateScope.orders_3aread': 'Ihre Bestellungen lesen' },
    });
  });

  test.each([
    ['plain', 'plain'],
    ["l'accès", "l''accès"],
    ["{0} isn't filled", "'{0} isn''t filled'"],
  ])('shows %j by the pattern %j', (text, pattern) => {
    expect(asMessageFormat(text)).toBe(pattern);
  });

  test('shares the roles that it needs with others', () => {
    const scopes = [
      { ...READ, neededRoles: ['customer', 'clerk'] },
      { ...READ, neededRoles: ['clerk'] },
      READ,
    ];
    expect(neededRoles(scopes)).toEqual(['customer', 'clerk']);
  });
});

describe('a client', () => {
  const common = { default: ['basic'], optional: ['email'], none: ['phone'] };

  test('gets exactly the API scopes that its entry names, on request', () => {
    expect(withApiScopes(common, ['a'], ['a', 'b'])).toEqual({
      default: ['basic'],
      optional: ['email', 'a'],
      none: ['phone', 'b'],
    });
    expect(withApiScopes(common, [], ['a', 'b'])).toMatchObject({ none: ['phone', 'a', 'b'] });
  });

  test('keeps those that it has if its entry names none', () => {
    expect(withApiScopes(common, undefined, ['a', 'b'])).toEqual(common);
  });

  test('has them apart from Keycloak’s fields', async () => {
    const { declared } = await newClient({ clientId: 'shop', apiScopes: ['a'] });
    expect(declared.apiScopes).toEqual(['a']);
    expect(declared.fields).not.toHaveProperty('apiScopes');
    expect((await newClient({ clientId: 'shop' })).declared).not.toHaveProperty('apiScopes');
  });
});
