/** Has Keycloak verify a passkey that was used on a page of the sign-in step, and finds out why one wasn't accepted. */
import type { AuthenticationFlowContext, MultivaluedMap, Response, UserModel } from 'keycloak';
import { toJava } from '../../platform/engine/to-java.ts';
import { unknownPasskeySignal } from './signals.ts';

const AuthenticationFlowException = Java.type('org.keycloak.authentication.AuthenticationFlowException');
const Passkeys = Java.type(
  'org.keycloak.authentication.authenticators.browser.WebAuthnConditionalUIAuthenticator',
);
const WebAuthnConstants = Java.type('org.keycloak.WebAuthnConstants');

/**
 * The beginning of the detail of Keycloak's event, which has the text of its library for WebAuthn, if the authenticator's signature counter
 * isn't higher than at its last sign-in. The signature has been verified before.
 */
const COPIED = /^Malicious counter value/;

/** What a browser says where no passkey was chosen: cancelled, timed out, or there is none. Keycloak's script sends the error's text. */
const CANCELLED = /^(?:NotAllowed|Abort)Error\b/;

/** Why no passkey was accepted: the key of its text, and whether it is no more than a notice. */
interface PasskeyMessage {
  key: string;
  isNotice: boolean;
}

/** Whether a form has what a passkey, or its error, has filled in. */
export function isPasskeyForm(form: MultivaluedMap<string, string>): boolean {
  return form.containsKey('authenticatorData') || form.containsKey('error');
}

/** Makes the next page accept passkeys as Keycloak's own pages do: filled in, or by a button. */
export function acceptPasskeys(context: AuthenticationFlowContext): void {
  new Passkeys(context.getSession(), null).fillContextForm(context);
}

/** What follows a passkey that was used on a page. */
export interface PasskeyAnswers {
  /** The page again, and why. */
  showAgain(message: PasskeyMessage): Response;
  /** Whether the user may sign in by it. Until an account's address is proven, another user may have set up the passkey. */
  accepts(user: UserModel): boolean;
  complete(user: UserModel): void;
}

/** Has Keycloak verify it. */
export function answerPasskey(context: AuthenticationFlowContext, answers: PasskeyAnswers): void {
  const showAgain = () => {
    setPasskeySignal(context);
    return answers.showAgain(passkeyMessage(context));
  };
  const status = verify(context, showAgain);
  // Keycloak's error has the page already.
  if (status !== 'SUCCESS' && status !== 'ATTEMPTED') return;
  const user = status === 'SUCCESS' ? context.getUser() : null;
  if (user !== null && answers.accepts(user)) {
    answers.complete(user);
    return;
  }
  if (user !== null) context.clearUser();
  context.forceChallenge(showAgain());
}

/** Returns the context's status; `ATTEMPTED` for an account that can't sign in. */
function verify(context: AuthenticationFlowContext, showAgain: () => Response): string {
  try {
    new Passkeys(context.getSession(), showAgain).action(context);
    return String(context.getStatus());
  } catch (failure) {
    // Of an account that is disabled or locked.
    if (failure instanceof AuthenticationFlowException) return 'ATTEMPTED';
    throw failure;
  }
}

/** Makes the page tell the browser of a passkey that doesn't exist. */
export function setPasskeySignal(context: AuthenticationFlowContext): void {
  const form = context.getHttpRequest().getDecodedFormParameters();
  const signal = unknownPasskeySignal(context.getSession(), form);
  if (signal !== null) context.form().setAttribute('passkeySignal', toJava(signal));
}

/** Why a passkey wasn't accepted, or none was used. */
function passkeyMessage(context: AuthenticationFlowContext): PasskeyMessage {
  const error = context.getHttpRequest().getDecodedFormParameters()?.getFirst('error') ?? '';
  if (CANCELLED.test(error)) return { key: 'linkgatePasskeyCancelled', isNotice: true };
  const details = context.getEvent().getEvent().getDetails();
  const isCopied = COPIED.test(details?.get(WebAuthnConstants.AUTH_ERR_DETAIL_LABEL) ?? '');
  return { key: isCopied ? 'linkgatePasskeyCopied' : 'linkgatePasskeyNotUsed', isNotice: false };
}
