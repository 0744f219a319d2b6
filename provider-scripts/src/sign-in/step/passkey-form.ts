/** What the step's page tells of passkeys: whether the device can have one, and one that was used. */
import type { AuthenticationFlowContext, MultivaluedMap, Response } from 'keycloak';
import { isProven } from '../../accounts/proof.ts';
import { toJava } from '../../platform/engine/to-java.ts';
import { PASSKEY_ABLE_NOTE } from '../../platform/keycloak/provider-ids.ts';
import { rememberPasskey } from '../passkey/remember.ts';
import { unknownPasskeySignal } from '../passkey/signals.ts';
import { isPasskeyForm, passkeyError, verifyPasskey } from '../passkey/verify.ts';
import { firstPage } from './pages.ts';
import { mayOfferPasskey, passkeyWay } from './passkey.ts';
import { completeRememberMe } from './remember-me.ts';
import { rememberName, type StepRun } from './subject.ts';

const AuthenticatorUtils = Java.type('org.keycloak.authentication.authenticators.util.AuthenticatorUtils');
const ExecutionStatus = Java.type('org.keycloak.sessions.CommonClientSessionModel$ExecutionStatus');
const Passkeys = Java.type(
  'org.keycloak.authentication.authenticators.browser.WebAuthnConditionalUIAuthenticator',
);

/** Takes it from a form; returns whether it was used, or the page is shown again. */
export function usePasskey(
  context: AuthenticationFlowContext,
  run: StepRun,
  form: MultivaluedMap<string, string>,
): boolean {
  const ownId = context.getExecution().getId();
  if (form.getFirst('passkeys') === 'able' && mayOfferPasskey(context, run))
    context.getAuthenticationSession().setAuthNote(PASSKEY_ABLE_NOTE, ownId);
  const way = isPasskeyForm(form) ? passkeyWay(context, run) : null;
  if (way === null) return false;
  if (way === ownId) completeStep(context, run);
  else completeOther(context, run, way);
  return true;
}

/** Completes the other way of the flow instead of the step. */
function completeOther(context: AuthenticationFlowContext, run: StepRun, way: string): void {
  new Passkeys(context.getSession(), () => withSignal(context, run, '')).action(context);
  if (String(context.getStatus()) !== 'SUCCESS') return;
  const tab = context.getAuthenticationSession();
  tab.setExecutionStatus(way, ExecutionStatus.SUCCESS);
  AuthenticatorUtils.updateCompletedExecutions(tab, null, way);
  context.attempted();
}

/** Completes the step; not for an account whose address isn't proven: another user may have set up the passkey. */
function completeStep(context: AuthenticationFlowContext, run: StepRun): void {
  const session = context.getSession();
  const status = verifyPasskey(context, () => showAgain(context, run));
  // Keycloak's error has the page already.
  if (status !== 'SUCCESS' && status !== 'ATTEMPTED') return;
  const user = status === 'SUCCESS' ? context.getUser() : null;
  if (user === null || !isProven(session, context.getRealm(), user)) {
    if (user !== null) context.clearUser();
    context.forceChallenge(showAgain(context, run));
    return;
  }
  rememberPasskey(session, user.getId(), false);
  completeRememberMe(context);
  rememberName(context, user);
}

/** The page, which says why nothing happened. */
function showAgain(context: AuthenticationFlowContext, run: StepRun): Response {
  return withSignal(context, run, '', { key: passkeyError(context) });
}

/** The page, which tells the browser of a passkey that doesn't exist. */
function withSignal(...given: Parameters<typeof firstPage>): Response {
  const [context] = given;
  const form = context.getHttpRequest().getDecodedFormParameters();
  const signal = unknownPasskeySignal(context.getSession(), form);
  if (signal !== null) context.form().setAttribute('passkeySignal', toJava(signal));
  return firstPage(...given);
}
