/** What a link is for, as its email and pages say it: the flow of its step decides. */
import type { KeycloakSession } from 'keycloak';
import { FIRST_BROKER_LOGIN, RESET_CREDENTIALS } from '../../platform/keycloak/flow-paths.ts';
import { nameInOneLine } from '../../realm/branding/name.ts';
import type { StepRequest } from './link.ts';

const KeycloakModelUtils = Java.type('org.keycloak.models.utils.KeycloakModelUtils');

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

/** The name of an identity provider as users see it: the display name as Keycloak's own pages have it; the alias if the provider is gone. */
function providerName(session: KeycloakSession, alias: string): string {
  const provider = session.identityProviders().getByAlias(alias);
  const name = provider === null ? '' : KeycloakModelUtils.getIdentityProviderDisplayName(session, provider);
  return nameInOneLine(name) || alias;
}
