/** The bound flow, and every flow bound for a client or chosen by a client policy, signs users in by link only. */
import type { Check } from '../../probe/check.ts';
import { expectNone } from '../../probe/fault.ts';
import { clientPolicyFlows, problemsOfFlow } from '../../probe/flows.ts';
import { boundFlow, flowAliases } from '../../probe/settings.ts';

export const SIGN_IN_FLOW: Check = {
  name: 'sign-in-flow',
  proves: 'contract 1',
  needs: ['admin'],
  fix: 'bind the flow "linkgate browser" (Authentication, Bind flow), make its step required, remove other ways in; a client’s own binding is under Advanced, Authentication flow overrides; a policy’s flow is named in its profile (Realm settings, Client policies)',
  run: async ({ configuration }) => {
    const problems = await problemsOfFlow(configuration, (await configuration.realm()).browserFlow ?? '');
    for (const client of await configuration.signInClients()) {
      const alias = await boundFlow(configuration, client);
      if (alias === undefined) continue;
      const own = await problemsOfFlow(configuration, alias);
      problems.push(...own.map((problem) => `client ${client.clientId}: ${problem}`));
    }
    const flows = await flowAliases(configuration);
    for (const alias of await clientPolicyFlows(configuration)) {
      const own = flows.includes(alias)
        ? await problemsOfFlow(configuration, alias)
        : [`flow ${alias}: doesn't exist, so no user gets a link`];
      problems.push(...own.map((problem) => `client policies: ${problem}`));
    }
    expectNone(problems);
  },
};
