/** No client gets refresh tokens; Keycloak issues them unless configured otherwise. */
import type { Check } from '../../probe/check.ts';
import { attributeOf, expectOfClients } from '../../probe/clients.ts';

export const REFRESH_TOKENS: Check = {
  name: 'refresh-tokens',
  proves: 'contract 2.3',
  needs: ['admin'],
  fix: 'the client’s Advanced tab, OpenID Connect Compatibility Modes: use refresh tokens off, also for client credentials',
  run: async ({ configuration }) => {
    expectOfClients(await configuration.clients(), (client) => [
      ...(client.standardFlowEnabled && attributeOf(client, 'use.refresh.tokens') !== 'false'
        ? ['use.refresh.tokens is not false']
        : []),
      ...(attributeOf(client, 'client_credentials.use_refresh_token') === 'true'
        ? ['client_credentials.use_refresh_token is true']
        : []),
    ]);
  },
};
