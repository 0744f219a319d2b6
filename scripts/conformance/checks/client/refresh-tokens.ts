/** Clients get refresh tokens only if their setting says so, and as long as it says. Keycloak issues them unless configured otherwise. */

import type ClientRepresentation from '@keycloak/keycloak-admin-client/lib/defs/clientRepresentation.js';
import { DPOP_ATTRIBUTE, readDpop } from '../../../../provider-scripts/src/clients/dpop.ts';
import {
  graceFault,
  REFRESH_GRACE_ATTRIBUTE,
} from '../../../../provider-scripts/src/clients/refresh-grace.ts';
import {
  keycloakAttributes,
  NEW_CLIENTS_STAY_ATTRIBUTE,
  OFFLINE_SCOPE,
  outlivesSession,
  readStaySignedIn,
  STAY_SIGNED_IN_ATTRIBUTE,
  STAY_SIGNED_IN_SHAPE,
} from '../../../../provider-scripts/src/clients/stay-signed-in.ts';
import type { Check } from '../../probe/check.ts';
import { attributeOf, expectOfClients } from '../../probe/clients.ts';
import { expectNone } from '../../probe/fault.ts';

export const REFRESH_TOKENS: Check = {
  name: 'refresh-tokens',
  proves: 'contract 2.3',
  needs: ['admin'],
  fix: `seed the realm again, or set the client’s attribute ${STAY_SIGNED_IN_ATTRIBUTE} on Linkgate’s page for it; realm settings, Tokens: revoke refresh token on, refresh token max reuse 0`,
  run: async ({ configuration }) => {
    const clients = await configuration.clients();
    expectOfClients(clients, (client) => [
      ...(client.standardFlowEnabled ? problemsOf(client) : []),
      ...(attributeOf(client, 'client_credentials.use_refresh_token') === 'true'
        ? ['client_credentials.use_refresh_token is true']
        : []),
    ]);
    const ofNewClients = (await configuration.attributes())[NEW_CLIENTS_STAY_ATTRIBUTE];
    expectNone(
      ofNewClients === undefined || STAY_SIGNED_IN_SHAPE.test(ofNewClients)
        ? []
        : [`${NEW_CLIENTS_STAY_ATTRIBUTE} is neither off, session, nor 1 to 365 days`],
    );
    const settings = [
      ofNewClients,
      ...clients.map((client) => attributeOf(client, STAY_SIGNED_IN_ATTRIBUTE)),
    ].map(readStaySignedIn);
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
  const setting = attributeOf(client, STAY_SIGNED_IN_ATTRIBUTE);
  const stay = readStaySignedIn(setting);
  const fault = graceFault(attributeOf(client, REFRESH_GRACE_ATTRIBUTE), {
    staysSignedIn: stay !== 'off',
    isPublic: client.publicClient === true,
    requiresProof: readDpop(attributeOf(client, DPOP_ATTRIBUTE)) === 'required',
  });
  const isAssigned = (client.defaultClientScopes ?? []).includes(OFFLINE_SCOPE);
  return [
    ...(setting === undefined || STAY_SIGNED_IN_SHAPE.test(setting)
      ? []
      : [`${STAY_SIGNED_IN_ATTRIBUTE} is neither off, session, nor 1 to 365 days`]),
    ...Object.entries(keycloakAttributes(stay))
      .filter(([name, value]) => (attributeOf(client, name) ?? null) !== value)
      .map(([name, value]) => (value === null ? `has ${name}` : `${name} is not ${value}`)),
    ...(outlivesSession(stay) && !isAssigned ? [`${OFFLINE_SCOPE} is not a default scope`] : []),
    ...(fault === null ? [] : [fault]),
  ];
}
