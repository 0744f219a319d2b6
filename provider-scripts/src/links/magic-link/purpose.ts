/** What a link is for, as its email and pages say it: the flow of its step decides. */
import type { KeycloakSession } from 'keycloak';
import { FIRST_BROKER_LOGIN, RESET_CREDENTIALS } from '../../platform/keycloak/flow-paths.ts';
import { providerName } from '../../realm/branding/provider-name.ts';
import type { StepRequest } from './link.ts';

/** As templates get it; `provider` is the name of the one whose account is linked. */
export type Purpose = { purpose: 'sign-in' | 'reset' } | { purpose: 'link-provider'; provider: string };

/** Finds it for a step's link, or one without a step. */
export function purposeOf(
  session: KeycloakSession,
  step: Pick<StepRequest, 'flowPath' | 'provider'> | undefined,
): Purpose {
  if (step?.flowPath === RESET_CREDENTIALS) return { purpose: 'reset' };
  return step?.flowPath === FIRST_BROKER_LOGIN && step.provider !== undefined
    ? { purpose: 'link-provider', provider: providerName(session, step.provider) }
    : { purpose: 'sign-in' };
}
