/** A realm with API scopes as one file for Keycloak's import. */
import { expect, test } from 'vitest';
import { realmRepresentation } from '../../../scripts/realm-file/representation.ts';
import { loadDesiredRealms } from '../../../scripts/seed/desired-realms.ts';

const [desired] = await loadDesiredRealms((name) => `\${${name}}`, { names: ['linkgate'] });
if (!desired) throw new Error('the sample realm isn’t declared');

test('has their client scopes, roles, mappings and texts, and the clients that may request them', () => {
  const apiScopes = [
    {
      name: 'orders:read',
      consentText: { en: 'Read orders', fr: "L'accès" },
      audience: 'orders',
      neededRoles: ['customer'],
    },
    {
      name: 'orders:write',
      consentText: { en: 'Change orders' },
      audience: 'orders',
      rolesInTokens: true,
      newClients: true,
    },
  ];
  const clients = desired.clients.clients.map((client) =>
    client.clientId === 'demo-web' ? { ...client, apiScopes: ['orders:read'] } : client,
  );
  const file = realmRepresentation({ ...desired, apiScopes, clients: { ...desired.clients, clients } });
  const plain = realmRepresentation(desired);
  expect(file).toMatchObject({
    roles: { realm: [{ name: 'offline_access' }, { name: 'customer' }] },
    scopeMappings: [{ clientScope: 'offline_access' }, { clientScope: 'orders:read', roles: ['customer'] }],
    localizationTexts: {
      en: { 'linkgateScope.orders_3aread': 'Read orders', 'linkgateScope.orders_3awrite': 'Change orders' },
      fr: { 'linkgateScope.orders_3aread': "L''accès" },
    },
    clientScopes: expect.arrayContaining([
      expect.objectContaining({
        name: 'orders:write',
        protocol: 'openid-connect',
        protocolMappers: [
          expect.objectContaining({ protocol: 'openid-connect', protocolMapper: 'linkgate-audience' }),
          expect.objectContaining({ protocolMapper: 'oidc-usermodel-realm-role-mapper' }),
        ],
      }),
    ]),
  });
  const ofNewClients = [...(plain.defaultOptionalClientScopes as string[]), 'orders:write'];
  expect(file.defaultOptionalClientScopes).toEqual(ofNewClients);
  const optional = (realm: typeof file, clientId: string) =>
    (realm.clients as { clientId: string; optionalClientScopes: string[] }[]).find(
      (client) => client.clientId === clientId,
    )?.optionalClientScopes;
  expect(optional(file, 'demo-web')).toEqual([...(optional(plain, 'demo-web') ?? []), 'orders:read']);
  expect(optional(file, 'demo-shop')).toEqual(optional(plain, 'demo-shop'));
});

test('without them has nothing of it', () => {
  const plain = realmRepresentation({ ...desired, apiScopes: [] });
  expect(plain).not.toHaveProperty('localizationTexts');
  expect(plain).toMatchObject({ roles: { realm: [{ name: 'offline_access' }] } });
});
