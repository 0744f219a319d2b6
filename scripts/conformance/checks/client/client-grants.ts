/** Clients have at most the two grants of the contract. */
import type { Check } from '../../probe/check.ts';
import { attributeOf, expectOfClients } from '../../probe/clients.ts';

const OTHER_GRANTS = [
  'oauth2.device.authorization.grant.enabled',
  'oidc.ciba.grant.enabled',
  'standard.token.exchange.enabled',
  'oauth2.jwt.authorization.grant.enabled',
] as const;

export const CLIENT_GRANTS: Check = {
  name: 'client-grants',
  proves: 'contract 1',
  needs: ['admin'],
  fix: 'the client’s Settings tab, Capability config: only standard flow and service accounts roles; everything else off',
  run: async ({ configuration }) => {
    expectOfClients(await configuration.clients(), (client) => [
      ...(client.directAccessGrantsEnabled ? ['direct access grants (passwords) are on'] : []),
      ...(client.implicitFlowEnabled ? ['the implicit flow is on'] : []),
      ...(client.publicClient && client.serviceAccountsEnabled
        ? ['a public client has a service account']
        : []),
      ...OTHER_GRANTS.filter((name) => attributeOf(client, name) === 'true').map((name) => `${name} is on`),
    ]);
  },
};
