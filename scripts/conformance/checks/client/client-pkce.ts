/** No client is pinned to one PKCE method: both are advertised. */
import type { Check } from '../../probe/check.ts';
import { attributeOf, expectOfClients } from '../../probe/clients.ts';

export const CLIENT_PKCE: Check = {
  name: 'client-pkce',
  proves: 'contract 2.8',
  needs: ['admin'],
  fix: 'the client’s Settings tab: leave the PKCE method empty; Linkgate itself limitKeys PKCE from public clients',
  run: async ({ configuration }) => {
    expectOfClients(await configuration.signInClients(), (client) => {
      const method = attributeOf(client, 'pkce.code.challenge.method');
      return method === undefined
        ? []
        : [`pkce.code.challenge.method is ${method}: the other method is rejected`];
    });
  },
};
