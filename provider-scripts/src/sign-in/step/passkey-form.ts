/** What the step's page tells of passkeys: whether the device can have one, and one that was used. */
import type { AuthenticationFlowContext, MultivaluedMap } from 'keycloak';
import { isProven } from '../../accounts/proof.ts';
import { PASSKEY_ABLE_NOTE } from '../../platform/keycloak/provider-ids.ts';
import { rememberPasskey } from '../passkey/remember.ts';
import { answerPasskey, isPasskeyForm, setPasskeySignal } from '../passkey/verify.ts';
import { firstPage } from './pages.ts';
import { passkeyWay, stepOffer } from './passkey.ts';
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
  if (form.getFirst('passkeys') === 'able' && stepOffer(context, run) === 'offered')
    context.getAuthenticationSession().setAuthNote(PASSKEY_ABLE_NOTE, ownId);
  const way = isPasskeyForm(form) ? passkeyWay(context, run) : null;
  if (way === null) return false;
  if (way === ownId) completeStep(context, run);
  else completeOther(context, run, way);
  return true;
}

/** Completes the other way of the flow instead of the step. */
function completeOther(context: AuthenticationFlowContext, run: StepRun, way: string): void {
  const showAgain = () => {
    setPasskeySignal(context);
    return firstPage(context, run, '');
  };
  new Passkeys(context.getSession(), showAgain).action(context);
  if (String(context.getStatus()) !== 'SUCCESS') return;
  const tab = context.getAuthenticationSession();
  tab.setExecutionStatus(way, ExecutionStatus.SUCCESS);
  AuthenticatorUtils.updateCompletedExecutions(tab, null, way);
  context.attempted();
}

/** Completes the step. */
function completeStep(context: AuthenticationFlowContext, run: StepRun): void {
  const session = context.getSession();
  answerPasskey(context, {
    showAgain: (message) => firstPage(context, run, '', message),
    accepts: (user) => isProven(session, context.getRealm(), user),
    complete: (user) => {
      rememberPasskey(session, user.getId(), false);
      completeRememberMe(context);
      rememberName(context, user);
    },
  });
}
