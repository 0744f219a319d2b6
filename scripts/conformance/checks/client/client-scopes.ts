/** Clients have the contract's scopes and none of Keycloak's others; they may have API scopes. */

import type ClientRepresentation from '@keycloak/keycloak-admin-client/lib/defs/clientRepresentation.js';
import { KEYCLOAK_SCOPES } from '../../../../provider-scripts/src/clients/api-scopes.ts';
import { OFFLINE_SCOPE, outlivesSession } from '../../../../provider-scripts/src/clients/refresh-tokens.ts';
import { readSetting } from '../../../../provider-scripts/src/realm/settings/read.ts';
import { CLIENT } from '../../../../provider-scripts/src/realm/settings/table.ts';
import type { Check } from '../../probe/check.ts';
import { attributeOf, expectOfClients } from '../../probe/clients.ts';

const ON_REQUEST = ['profile', 'email', 'address'] as const;

function isOutliving(client: ClientRepresentation): boolean {
  return outlivesSession(readSetting(CLIENT.refreshTokens, attributeOf(client, CLIENT.refreshTokens.name)));
}

export const CLIENT_SCOPES: Check = {
  name: 'client-scopes',
  proves: 'contract 2.1',
  needs: ['admin'],
  fix: 'the client’s Client scopes tab: basic as default; profile, email, address as optional; remove the others',
  run: async ({ configuration }) => {
    expectOfClients(await configuration.signInClients(), (client) => {
      const { defaultClientScopes: always = [], optionalClientScopes: optional = [] } = client;
      return [
        ...(always.includes('basic') ? [] : ['basic is not a default scope: tokens lack sub']),
        ...ON_REQUEST.filter((scope) => !optional.includes(scope)).map((scope) =>
          always.includes(scope)
            ? `${scope} is granted without being requested`
            : `${scope} can’t be requested`,
        ),
        ...[...always, ...optional]
          .filter(
            (scope) => KEYCLOAK_SCOPES.includes(scope) || (scope === OFFLINE_SCOPE && !isOutliving(client)),
          )
          .map((scope) => `has the scope ${scope}`),
      ];
    });
  },
};
