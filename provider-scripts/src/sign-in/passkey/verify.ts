/** Has Keycloak verify a passkey that was used on a page of the sign-in step, and finds out why one wasn't accepted. */
import type { AuthenticationFlowContext, MultivaluedMap, Response } from 'keycloak';

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

/** Whether a form has what a passkey, or its error, has filled in. */
export function isPasskeyForm(form: MultivaluedMap<string, string>): boolean {
  return form.containsKey('authenticatorData') || form.containsKey('error');
}

/**
 * Has Keycloak verify it; `showAgain` is the page after an error.
 *
 * @returns the context's status, which has the page already if Keycloak's verification failed; `ATTEMPTED` for an account that can't sign in
 */
export function verifyPasskey(
  context: AuthenticationFlowContext,
  showAgain: (failed: AuthenticationFlowContext) => Response,
): string {
  try {
    new Passkeys(context.getSession(), showAgain).action(context);
    return String(context.getStatus());
  } catch (failure) {
    // Of an account that is disabled or locked.
    if (failure instanceof AuthenticationFlowException) return 'ATTEMPTED';
    throw failure;
  }
}

/** The text about a passkey that wasn't accepted. */
export function passkeyError(context: AuthenticationFlowContext): string {
  const details = context.getEvent().getEvent().getDetails();
  const isCopied = COPIED.test(details?.get(WebAuthnConstants.AUTH_ERR_DETAIL_LABEL) ?? '');
  return isCopied ? 'linkgatePasskeyCopied' : 'linkgatePasskeyNotUsed';
}
