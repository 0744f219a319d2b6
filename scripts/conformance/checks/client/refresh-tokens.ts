/** Clients get refresh tokens only if their setting says so, and as long as it says. Keycloak issues them unless configured otherwise. */

import type ClientRepresentation from '@keycloak/keycloak-admin-client/lib/defs/clientRepresentation.js';
import { graceFault } from '../../../../provider-scripts/src/clients/refresh-grace.ts';
import {
  keycloakAttributes,
  OFFLINE_SCOPE,
  outlivesSession,
} from '../../../../provider-scripts/src/clients/refresh-tokens.ts';
import { readSetting } from '../../../../provider-scripts/src/realm/settings/read.ts';
import { CLIENT, REALM } from '../../../../provider-scripts/src/realm/settings/table.ts';
import type { Check } from '../../probe/check.ts';
import { attributeOf, expectOfClients } from '../../probe/clients.ts';
import { expectNone } from '../../probe/fault.ts';

export const REFRESH_TOKENS: Check = {
  name: 'refresh-tokens',
  proves: 'contract 2.3',
  needs: ['admin'],
  fix: `seed the realm again, or set the client’s attribute ${CLIENT.refreshTokens.name} on Linkgate’s page for it; realm settings, Tokens: revoke refresh token on, refresh token max reuse 0`,
  run: async ({ configuration }) => {
    const clients = await configuration.clients();
    expectOfClients(clients, (client) => [
      ...(client.standardFlowEnabled ? problemsOf(client) : []),
      ...(attributeOf(client, 'client_credentials.use_refresh_token') === 'true'
        ? ['client_credentials.use_refresh_token is true']
        : []),
    ]);
    const ofNewClients = (await configuration.attributes())[REALM.refreshTokensOfNewClients.name];
    const settings = [
      ofNewClients,
      ...clients.map((client) => attributeOf(client, CLIENT.refreshTokens.name)),
    ].map((text) => readSetting(CLIENT.refreshTokens, text));
    if (settings.every((stay) => stay === 'off')) return;
    const realm = await configuration.realm();
    const seconds = Math.max(
      ...settings.map((stay) => Number(keycloakAttributes(stay)['client.offline.session.max.lifespan'] ?? 0)),
    );
    const { offlineSessionMaxLifespan = 0, offlineSessionIdleTimeout = 0 } = realm;
    expectNone([
      ...(realm.revokeRefreshToken === true
        ? []
        : ['revokeRefreshToken is not true: no refresh token is issued']),
      ...(realm.refreshTokenMaxReuse === 0
        ? []
        : ['refreshTokenMaxReuse is not 0: no refresh token is issued']),
      ...(seconds > 0 && realm.offlineSessionMaxLifespanEnabled !== true
        ? [
            'offlineSessionMaxLifespanEnabled is not true: no refresh token that outlives the session is issued',
          ]
        : []),
      ...(offlineSessionMaxLifespan < seconds ? [`offlineSessionMaxLifespan is less than ${seconds}`] : []),
      ...(offlineSessionIdleTimeout < seconds ? [`offlineSessionIdleTimeout is less than ${seconds}`] : []),
    ]);
  },
};

function problemsOf(client: ClientRepresentation): string[] {
  const stay = readSetting(CLIENT.refreshTokens, attributeOf(client, CLIENT.refreshTokens.name));
  const fault = graceFault(attributeOf(client, CLIENT.refreshGrace.name), {
    hasRefreshTokens: stay !== 'off',
    isPublic: client.publicClient === true,
    requiresProof: readSetting(CLIENT.dpop, attributeOf(client, CLIENT.dpop.name)) === 'required',
  });
  const isAssigned = (client.defaultClientScopes ?? []).includes(OFFLINE_SCOPE);
  return [
    ...Object.entries(keycloakAttributes(stay))
      .filter(([name, value]) => (attributeOf(client, name) ?? null) !== value)
      .map(([name, value]) => (value === null ? `has ${name}` : `${name} is not ${value}`)),
    ...(outlivesSession(stay) && !isAssigned ? [`${OFFLINE_SCOPE} is not a default scope`] : []),
    ...(fault === null ? [] : [fault]),
  ];
}
