/**
 * A first login flow that has the sign-in step begins with it, as Required: otherwise its identity providers aren't offered. Reports those that
 * are, and those whose *Trust Email* isn't enough.
 */

import type IdentityProvider from '@keycloak/keycloak-admin-client/lib/defs/identityProviderRepresentation.js';
import { beginsWithStep, enabledSteps } from '../../../../provider-scripts/src/realm/flow/steps.ts';
import {
  ABSENT_CLAIM_OPTION,
  trustsAbsentClaim,
} from '../../../../provider-scripts/src/sign-in/provider/address-proof.ts';
import type { BoundRealm } from '../../../admin/bound-realm.ts';
import type { Check } from '../../probe/check.ts';
import type { Configuration } from '../../probe/configuration.ts';
import { expectNone } from '../../probe/fault.ts';
import { executionsOf } from '../../probe/flows.ts';

export const IDENTITY_PROVIDERS: Check = {
  name: 'identity-providers',
  proves: 'contract 11',
  needs: ['admin'],
  fix: 'Authentication, the named flow: Linkgate: magic link first, and Required; or choose the sign-in flow as the provider’s first login flow',
  run: async ({ configuration }) => {
    const providers = await shownProviders(configuration);
    const { firstBrokerLoginFlow: ofRealm = '' } = (await configuration.realm()) as BoundRealm;
    const [offered, others, claiming, problems]: [string[], string[], string[], string[]] = [[], [], [], []];
    for (const provider of providers) {
      const { alias = '', firstBrokerLoginFlowAlias } = provider;
      const flow = firstBrokerLoginFlowAlias || ofRealm;
      const executions = await executionsOf(configuration, flow);
      if (beginsWithStep(executions, 'linkgate')) {
        offered.push(alias);
        if (needsClaim(provider)) claiming.push(alias);
      } else if (enabledSteps(executions, 'linkgate').length === 0) others.push(`${alias} (flow ${flow})`);
      else problems.push(`provider ${alias} isn’t offered: flow ${flow} doesn’t begin with the sign-in step`);
    }
    expectNone(problems);
    const named = (text: string, list: string[]) => (list.length === 0 ? [] : [`${text} ${list.join(', ')}`]);
    const notes = [
      ...named('offered:', offered),
      ...named(
        `addresses are verified only where userinfo, or else the ID token, says email_verified (${ABSENT_CLAIM_OPTION}):`,
        claiming,
      ),
      ...named('not offered, as the first login flow has no sign-in step:', others),
    ];
    return notes.length === 0 ? undefined : notes.join('; ');
  },
};

/** Whether *Trust Email* doesn't decide alone about an address without the claim. */
export function needsClaim({ providerId = '', trustEmail, config }: IdentityProvider): boolean {
  return trustEmail === true && !trustsAbsentClaim(providerId, config?.[ABSENT_CLAIM_OPTION] ?? null);
}

/** The providers that Keycloak's own sign-in pages would list. */
async function shownProviders(configuration: Configuration): Promise<IdentityProvider[]> {
  const { client, realm } = configuration.admin;
  const all = await client.identityProviders.find({ realm });
  return all.filter(({ enabled, hideOnLogin, linkOnly, config }) => {
    const isHidden = hideOnLogin ?? config?.hideOnLoginPage === 'true';
    return enabled === true && linkOnly !== true && !isHidden;
  });
}
