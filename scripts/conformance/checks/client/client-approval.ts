/** The approval of every client is one of the contract's states; any other text counts as not approved. */
import type { Check } from '../../probe/check.ts';
import { attributeOf, expectOfClients } from '../../probe/clients.ts';

const STATES: readonly string[] = ['pending', 'approved', 'deleted'];

export const CLIENT_APPROVAL: Check = {
  name: 'client-approval',
  proves: 'contract 3.3',
  needs: ['admin'],
  mend: 'npm run clients -- approve <client id>, or set the attribute linkgate.approval to pending, approved or deleted',
  run: async ({ configuration }) => {
    expectOfClients(await configuration.clients(), (client) => {
      const approval = attributeOf(client, 'linkgate.approval');
      return approval === undefined || STATES.includes(approval)
        ? []
        : [`linkgate.approval is "${approval}"`];
    });
  },
};
