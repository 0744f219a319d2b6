/** Keycloak requires proofs of possession exactly of the clients of which Linkgate does. */
import {
  BOUND_TOKENS_ATTRIBUTE,
  DPOP_ATTRIBUTE,
  DPOP_MODES,
  dpopContradiction,
} from '../../../../provider-scripts/src/clients/dpop.ts';
import type { Check } from '../../probe/check.ts';
import { attributeOf, expectOfClients } from '../../probe/clients.ts';

const MODES: readonly string[] = DPOP_MODES;

export const CLIENT_DPOP: Check = {
  name: 'client-dpop',
  proves: 'contract 2.11',
  needs: ['admin'],
  fix: 'set the client’s attribute linkgate.dpop to required and, in its Settings tab, Require DPoP bound tokens on; or remove the attribute and switch that off',
  run: async ({ configuration }) => {
    expectOfClients(await configuration.clients(), (client) => {
      const mode = attributeOf(client, DPOP_ATTRIBUTE);
      const contradiction = dpopContradiction(mode, attributeOf(client, BOUND_TOKENS_ATTRIBUTE));
      return [
        ...(mode === undefined || MODES.includes(mode) ? [] : [`${DPOP_ATTRIBUTE} is "${mode}"`]),
        ...(contradiction === null ? [] : [contradiction]),
      ];
    });
  },
};
