/** The bound flow, and every flow bound for a client, signs in by link and by nothing else. */
import type { Check } from '../check.ts';
import { expectNone } from '../fault.ts';
import { problemsOfFlow } from '../flows.ts';

export const SIGN_IN_FLOW: Check = {
  name: 'sign-in-flow',
  proves: 'contract 1',
  needs: ['admin'],
  mend: 'bind the flow "linkgate browser" (Authentication, Bind flow), make its step required, remove other ways in; a client’s own binding is under Advanced, Authentication flow overrides',
  run: async ({ configuration }) => {
    const { client, realm } = configuration.admin;
    const flows = await client.authenticationManagement.getFlows({ realm });
    const problems = await problemsOfFlow(configuration, (await configuration.realm()).browserFlow ?? '');
    for (const { clientId, authenticationFlowBindingOverrides } of await configuration.signInClients()) {
      const id: unknown = authenticationFlowBindingOverrides?.browser;
      const alias = flows.find((flow) => flow.id === id)?.alias;
      if (alias === undefined) continue;
      const own = await problemsOfFlow(configuration, alias);
      problems.push(...own.map((problem) => `client ${clientId}: ${problem}`));
    }
    expectNone(problems);
  },
};
