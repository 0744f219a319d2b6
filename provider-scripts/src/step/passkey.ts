/**
 * Passkeys on the step's page for an unknown user, as Keycloak's own forms offer them: where the realm's policy says so and the flow has
 * another way here that accepts them. One that is used completes that way, not the step.
 */
import type { AuthenticationFlowContext, MultivaluedMap, Response } from 'keycloak';

const AuthenticatorUtils = Java.type('org.keycloak.authentication.authenticators.util.AuthenticatorUtils');
const ExecutionStatus = Java.type('org.keycloak.sessions.CommonClientSessionModel$ExecutionStatus');
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

/** The id of the execution that a passkey completes; null if there is none. */
export function passkeyWay(context: AuthenticationFlowContext): string | null {
  if (!Passkeys.isPasskeysEnabled(context.getSession())) return null;
  for (const selection of context.getAuthenticationSelections()) {
    const execution = selection.getAuthenticationExecution();
    if (ACCEPTING.includes(execution.getAuthenticator() ?? '')) return execution.getId();
  }
  return null;
}

/** Makes the next page of the step offer them. */
export function offerPasskeys(context: AuthenticationFlowContext): void {
  if (passkeyWay(context) !== null) new Passkeys(context.getSession(), null).fillContextForm(context);
}

/** Whether a form has what a passkey, or its error, has filled in. */
export function isPasskey(form: MultivaluedMap<string, string>): boolean {
  return form.containsKey('authenticatorData') || form.containsKey('error');
}

/** Uses it; `showAgain` is the page after an error. */
export function usePasskey(context: AuthenticationFlowContext, way: string, showAgain: () => Response): void {
  new Passkeys(context.getSession(), showAgain).action(context);
  if (String(context.getStatus()) !== 'SUCCESS') return;
  const tab = context.getAuthenticationSession();
  tab.setExecutionStatus(way, ExecutionStatus.SUCCESS);
  AuthenticatorUtils.updateCompletedExecutions(tab, null, way);
  context.attempted();
}
