/** A token's audience is the client that it was issued to, which may then introspect it. */
import type { Check } from '../../probe/check.ts';
import { expectOfClients } from '../../probe/clients.ts';

export const CLIENT_AUDIENCE: Check = {
  name: 'client-audience',
  proves: 'contract 4.6',
  needs: ['admin'],
  fix: 'the client’s dedicated scope, Add mapper, Audience: included client audience is the client itself, added to the access token',
  run: async ({ configuration }) => {
    expectOfClients(await configuration.clients(), ({ clientId, protocolMappers = [] }) =>
      protocolMappers.some(
        ({ protocolMapper, config }) =>
          protocolMapper === 'oidc-audience-mapper' &&
          config?.['included.client.audience'] === clientId &&
          config?.['access.token.claim'] === 'true',
      )
        ? []
        : ['there is no audience mapper for the client itself: it can’t introspect its tokens'],
    );
  },
};
