/**
 * A passkey on the sign-in page or the account chooser proves the user without an email (contract, section 11). Keycloak verifies it; everything
 * after that is as for a one-time code.
 */
import type { AuthenticationFlowContext, MultivaluedMap, Response, UserModel } from 'keycloak';
import { addressOf } from '../../accounts/address/account-address.ts';
import { isNoticeDue } from '../../accounts/device/new-device.ts';
import { isProven } from '../../accounts/proof.ts';
import { type OnDevice, onDevice } from '../../links/magic-link/redeem.ts';
import { toJava } from '../../platform/engine/to-java.ts';
import { hasNewDeviceNoticesOn } from '../../realm/settings/new-device-policy.ts';
import { canOfferPasskeys } from '../../realm/settings/passkey-policy.ts';
import { rememberPasskey } from '../passkey/remember.ts';
import { unknownPasskeySignal } from '../passkey/signals.ts';
import { isPasskeyForm, passkeyError, verifyPasskey } from '../passkey/verify.ts';
import { resumeSignIn } from '../tabs/resume-sign-in.ts';
import { firstPageAgain } from './chooser.ts';
import { continueInTab } from './continue-in-tab.ts';
import { settingsOf } from './pages.ts';
import { requestOf } from './request-of-tab.ts';

/** Whether a form has a passkey, or its error, and the realm accepts that. */
export function isAcceptedPasskey(
  context: AuthenticationFlowContext,
  form: MultivaluedMap<string, string>,
): boolean {
  return isPasskeyForm(form) && canOfferPasskeys(context.getSession());
}

/** Completes the step, or shows the page again. */
export function handlePasskey(context: AuthenticationFlowContext): void {
  const session = context.getSession();
  const status = verifyPasskey(context, showAgain);
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

/** Whether the account can sign in, and its passkey is its owner's: until its address is proven, another user may have set it up. */
function maySignIn(context: AuthenticationFlowContext, user: UserModel): boolean {
  return user.isEnabled() && isProven(context.getSession(), context.getRealm(), user);
}

/** Remembers the account on this device, which has a passkey, if devices are remembered. */
function rememberDevice(context: AuthenticationFlowContext, userId: string): OnDevice {
  if (!settingsOf(context).rememberDevice) return {};
  const isOn = hasNewDeviceNoticesOn(context.getRealm());
  const isDue = isNoticeDue({ isOn, hasAccount: true, wasProven: true });
  return onDevice(rememberPasskey(context.getSession(), userId, isDue));
}

/** The page, which says why nothing happened. */
function showAgain(context: AuthenticationFlowContext): Response {
  const form = context.form().setError(passkeyError(context), []);
  const signal = unknownPasskeySignal(
    context.getSession(),
    context.getHttpRequest().getDecodedFormParameters(),
  );
  if (signal !== null) form.setAttribute('passkeySignal', toJava(signal));
  return firstPageAgain(context);
}
