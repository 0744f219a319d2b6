/** No action is required of every new user by default. */
import type { Check } from '../../probe/check.ts';
import { expectNone } from '../../probe/fault.ts';

export const REQUIRED_ACTIONS: Check = {
  name: 'required-actions',
  proves: 'contract 3.4',
  needs: ['admin'],
  fix: 'Authentication, Required actions: set as default action off, unless every new user really has to do that first',
  run: async ({ configuration }) => {
    const { client, realm } = configuration.admin;
    const management = client.authenticationManagement;
    const query = { realm } as Parameters<typeof management.getRequiredActions>[0];
    const actions = await management.getRequiredActions(query);
    expectNone(
      actions
        .filter(({ enabled, defaultAction }) => enabled && defaultAction)
        .map(({ alias }) => `${alias} is required of every new user`),
    );
  },
};
