/**
 * Passkeys on the step's page for an unknown user: as Keycloak's own forms accept them, where the flow has another way here that does; and by
 * the step itself, if its setting says so. Then it also offers one after a link or one-time code.
 */

import type { AuthenticationFlowContext } from 'keycloak';
import { DEVICE_NOTE } from '../../accounts/refresh-tokens.ts';
import { BROWSER_FLOW_PATH } from '../../platform/keycloak/flow-paths.ts';
import { type Offer, passkeyOffer, type Question } from '../passkey/offer.ts';
import { acceptsPasskeys, deviceOf, inStep } from '../passkey/question.ts';
import type { StepRun } from './subject.ts';

/** Keycloak's authenticators whose pages accept a passkey. */
const ACCEPTING: readonly string[] = [
  'auth-username-form',
  'auth-username-password-form',
  'organization',
  'webauthn-authenticator-passwordless',
];

/** The id of the execution that a passkey on the step's page completes: another way of the flow, or the step's own; null if there is none. */
export function passkeyWay(context: AuthenticationFlowContext, run: StepRun): string | null {
  if (run.subject.kind !== 'unknown' || !acceptsPasskeys(context.getSession())) return null;
  for (const selection of context.getAuthenticationSelections()) {
    const execution = selection.getAuthenticationExecution();
    if (ACCEPTING.includes(execution.getAuthenticator() ?? '')) return execution.getId();
  }
  return stepOffer(context, run) === 'offered' ? context.getExecution().getId() : null;
}

/**
 * Whether the step offers passkeys: if its setting says so, in a sign-in that nothing else has proven, and where Keycloak's policy makes them
 * usable; the same for a name with and without an account. Up to `device`: whether it does so in this tab, on a device that can have one.
 */
export function stepOffer(
  context: AuthenticationFlowContext,
  { settings, subject }: StepRun,
  upTo: 'step' | 'device' = 'step',
): Offer {
  const question = {
    ...inStep(context.getSession(), settings.passkeys),
    step: () => ({
      isSignIn: context.getFlowPath() === BROWSER_FLOW_PATH,
      isUserProven: subject.kind === 'known' && subject.proven,
    }),
    device: () => deviceOf(context.getAuthenticationSession()),
  } satisfies Question;
  return passkeyOffer(question, upTo);
}

/** Notes the account's row on the device, on which the offer depends. */
export function prepareOffer(context: AuthenticationFlowContext, device: string): void {
  context.getAuthenticationSession().setAuthNote(DEVICE_NOTE, device);
}
