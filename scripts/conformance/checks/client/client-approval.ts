/** The approval of every client is one of the contract's states; any other text counts as not approved. */
import { APPROVAL_ATTRIBUTE, APPROVALS } from '../../../../provider-scripts/src/clients/approval.ts';
import type { Check } from '../../probe/check.ts';
import { attributeOf, expectOfClients } from '../../probe/clients.ts';

const STATES: readonly string[] = APPROVALS;

export const CLIENT_APPROVAL: Check = {
  name: 'client-approval',
  proves: 'contract 3.3',
  needs: ['admin'],
  fix: 'npm run linkgate -- clients show <client id>, then approve it with that --version, or set the attribute linkgate.approval to pending, approved, rejected or deleted',
  run: async ({ configuration }) => {
    expectOfClients(await configuration.clients(), (client) => {
      const approval = attributeOf(client, APPROVAL_ATTRIBUTE);
      return approval === undefined || STATES.includes(approval)
        ? []
        : [`${APPROVAL_ATTRIBUTE} is "${approval}"`];
    });
  },
};
