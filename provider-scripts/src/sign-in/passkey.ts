/**
 * A passkey on the sign-in page or the account chooser proves the user without an email (contract, section 11). Keycloak verifies it; everything
 * after that is as for a one-time code.
 */
import type { AuthenticationFlowContext, MultivaluedMap, Response, UserModel } from 'keycloak';
import { isProven } from '../account/proof.ts';
import { addressOf } from '../address/account-address.ts';
import { inOwnTransaction } from '../database/sql.ts';
import { isNoticeDue } from '../device/new-device.ts';
import { newDevice, rememberAccount, sendDeviceCookie } from '../device/remember.ts';
import { storePasskeyState } from '../device/rows.ts';
import { type OnDevice, onDevice } from '../magic-link/redeem.ts';
import { hasNewDeviceNoticesOn } from '../settings/new-device-policy.ts';
import { canOfferPasskeys, rpIdOf } from '../settings/passkey-policy.ts';
import { resumeSignIn } from '../tabs/resume-sign-in.ts';
import { firstPageAgain } from './chooser.ts';
import { continueInTab } from './continue-in-tab.ts';
import { settingsOf } from './pages.ts';
import { requestOf } from './request-of-tab.ts';

const AuthenticationFlowException = Java.type('org.keycloak.authentication.AuthenticationFlowException');
const Passkeys = Java.type(
  'org.keycloak.authentication.authenticators.browser.WebAuthnConditionalUIAuthenticator',
);
const Time = Java.type('org.keycloak.common.util.Time');
const WebAuthnConstants = Java.type('org.keycloak.WebAuthnConstants');

/**
 * The beginning of the detail of Keycloak's event, which has the text of its library for WebAuthn, if the authenticator's signature counter
 * isn't higher than at its last sign-in. The signature has been verified before.
 */
const COPIED = /^Malicious counter value/;

/** Whether a form has what a passkey, or its error, has filled in, and the realm accepts that. */
export function isPasskeyForm(
  context: AuthenticationFlowContext,
  form: MultivaluedMap<string, string>,
): boolean {
  return (
    (form.containsKey('authenticatorData') || form.containsKey('error')) &&
    canOfferPasskeys(context.getSession())
  );
}

/** Completes the step, or shows the page again. */
export function handlePasskey(context: AuthenticationFlowContext): void {
  const session = context.getSession();
  const status = verify(context);
  // Keycloak's error has the page already.
  if (status !== 'SUCCESS' && status !== 'ATTEMPTED') return;
  const user = status === 'SUCCESS' ? context.getUser() : null;
  const email = user === null ? null : addressOf(user);
  // The user is known in the tab that continues.
  if (user !== null) context.clearUser();
  if (user === null || email === null || !maySignIn(context, user)) {
    context.forceChallenge(showAgain(context));
    return;
  }
  const tab = context.getAuthenticationSession();
  const remembered = rememberDevice(context, user.getId());
  continueInTab(
    context,
    resumeSignIn(session, {
      userId: user.getId(),
      wasClaimed: false,
      email,
      client: tab.getClient(),
      request: requestOf(tab),
      method: 'passkey',
      ...remembered,
    }),
  );
}

/** Has Keycloak verify it; returns the context's status. */
function verify(context: AuthenticationFlowContext): string {
  try {
    new Passkeys(context.getSession(), (failed) => showAgain(failed)).action(context);
    return String(context.getStatus());
  } catch (failure) {
    // Of an account that is disabled or locked.
    if (failure instanceof AuthenticationFlowException) return 'ATTEMPTED';
    throw failure;
  }
}

/** Whether the account can sign in, and its passkey is its owner's: until its address is proven, another user may have set it up. */
function maySignIn(context: AuthenticationFlowContext, user: UserModel): boolean {
  return user.isEnabled() && isProven(context.getSession(), context.getRealm(), user);
}

/** Remembers the account on this device, which has a passkey, if devices are remembered. */
function rememberDevice(context: AuthenticationFlowContext, userId: string): OnDevice {
  const session = context.getSession();
  const realm = context.getRealm();
  if (!settingsOf(context).rememberDevice) return {};
  const now = Time.currentTime();
  const device = newDevice(session, now);
  const rpId = rpIdOf(session);
  const isDue = isNoticeDue({ isOn: hasNewDeviceNoticesOn(realm), hasAccount: true, wasProven: true });
  const remembered = inOwnTransaction(session, (own) => {
    const account = rememberAccount(own, device, userId, isDue, now);
    storePasskeyState(own, realm.getId(), account.id, { rpId });
    return account;
  });
  sendDeviceCookie(session, device);
  return onDevice(remembered);
}

/** The page, which says why nothing happened. */
function showAgain(context: AuthenticationFlowContext): Response {
  context.form().setError(isCopied(context) ? 'linkgatePasskeyCopied' : 'linkgatePasskeyNotUsed', []);
  return firstPageAgain(context);
}

/** Whether Keycloak has rejected the passkey as one that two authenticators have. */
function isCopied(context: AuthenticationFlowContext): boolean {
  const details = context.getEvent().getEvent().getDetails();
  return COPIED.test(details?.get(WebAuthnConstants.AUTH_ERR_DETAIL_LABEL) ?? '');
}
