/**
 * Passkeys on the step's page for an unknown user: as Keycloak's own forms accept them, where the flow has another way here that does; and by
 * the step itself, if its setting says so. Then it also offers one after a link or one-time code.
 */
import type { AuthenticationFlowContext } from 'keycloak';
import { DEVICE_NOTE } from '../../accounts/refresh-tokens.ts';
import { BROWSER_FLOW_PATH } from '../../platform/keycloak/flow-paths.ts';
import { PASSKEY_ABLE_NOTE } from '../../platform/keycloak/provider-ids.ts';
import { isPolicyUsable } from '../../realm/flow/passkey-policy.ts';
import type { StepRun } from './subject.ts';

const Passkeys = Java.type(
  'org.keycloak.authentication.authenticators.browser.WebAuthnConditionalUIAuthenticator',
);

/** Keycloak's authenticators whose pages accept a passkey. */
const ACCEPTING: readonly string[] = [
  'auth-username-form',
  'auth-username-password-form',
  'organization',
  'webauthn-authenticator-passwordless',
];

/** The id of the execution that a passkey on the step's page completes: another way of the flow, or the step's own; null if there is none. */
export function passkeyWay(context: AuthenticationFlowContext, run: StepRun): string | null {
  if (run.subject.kind !== 'unknown' || !Passkeys.isPasskeysEnabled(context.getSession())) return null;
  for (const selection of context.getAuthenticationSelections()) {
    const execution = selection.getAuthenticationExecution();
    if (ACCEPTING.includes(execution.getAuthenticator() ?? '')) return execution.getId();
  }
  return mayOfferPasskey(context, run) ? context.getExecution().getId() : null;
}

/** Makes the next page of the step accept them. */
export function acceptPasskeys(context: AuthenticationFlowContext): void {
  new Passkeys(context.getSession(), null).fillContextForm(context);
}

/**
 * Whether the step offers passkeys: if its setting says so, in a sign-in that nothing else has proven, and where Keycloak's policy makes them
 * usable. The same for a name with and without an account.
 */
export function mayOfferPasskey(context: AuthenticationFlowContext, { settings, subject }: StepRun): boolean {
  return (
    settings.passkeys &&
    (subject.kind !== 'known' || !subject.proven) &&
    context.getFlowPath() === BROWSER_FLOW_PATH &&
    isPolicyUsable(context.getSession())
  );
}

/** Whether it does so in this tab, on a device that can have one. */
export function offersPasskeyHere(context: AuthenticationFlowContext, run: StepRun): boolean {
  return (
    context.getAuthenticationSession().getAuthNote(PASSKEY_ABLE_NOTE) !== null &&
    mayOfferPasskey(context, run)
  );
}

/** Notes the account's row on the device, on which the offer depends. */
export function prepareOffer(context: AuthenticationFlowContext, device: string): void {
  context.getAuthenticationSession().setAuthNote(DEVICE_NOTE, device);
}
