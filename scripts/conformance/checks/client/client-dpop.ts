/** Keycloak requires proofs of possession exactly of the clients of which Linkgate does. */

import { BOUND_TOKENS_ATTRIBUTE, dpopContradiction } from '../../../../provider-scripts/src/clients/dpop.ts';
import { CLIENT } from '../../../../provider-scripts/src/realm/settings/table.ts';
import type { Check } from '../../probe/check.ts';
import { attributeOf, expectOfClients } from '../../probe/clients.ts';

export const CLIENT_DPOP: Check = {
  name: 'client-dpop',
  proves: 'contract 2.11',
  needs: ['admin'],
  fix: 'set the client’s attribute linkgate.dpop to required and, in its Settings tab, Require DPoP bound tokens on; or remove the attribute and switch that off',
  run: async ({ configuration }) => {
    expectOfClients(await configuration.clients(), (client) => {
      const contradiction = dpopContradiction(
        attributeOf(client, CLIENT.dpop.name),
        attributeOf(client, BOUND_TOKENS_ATTRIBUTE),
      );
      return contradiction === null ? [] : [contradiction];
    });
  },
};
