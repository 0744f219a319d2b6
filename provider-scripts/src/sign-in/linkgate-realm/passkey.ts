/**
 * A passkey on the sign-in page or the account chooser proves the user without an email (contract, section 11). Keycloak verifies it; everything
 * after that is as for a one-time code.
 */

import type { AuthenticationFlowContext, MultivaluedMap } from 'keycloak';
import { addressOf } from '../../accounts/address/account-address.ts';
import { isNoticeDue } from '../../accounts/device/new-device.ts';
import { isProven } from '../../accounts/proof.ts';
import { type OnDevice, onDevice } from '../../links/magic-link/redeem.ts';
import { hasNewDeviceNoticesOn } from '../../realm/settings/new-device-policy.ts';
import { passkeyOffer } from '../passkey/offer.ts';
import { inRealm } from '../passkey/question.ts';
import { rememberPasskey } from '../passkey/remember.ts';
import { answerPasskey, isPasskeyForm } from '../passkey/verify.ts';
import { withWrong } from '../prompt/wrong.ts';
import { requestOf } from '../tabs/request-of-tab.ts';
import { resumeSignIn } from '../tabs/resume-sign-in.ts';
import { firstPageAgain } from './chooser.ts';
import { continueInTab } from './continue-in-tab.ts';
import { settingsOf } from './pages.ts';

/** Whether a form has a passkey, or its error, and the realm accepts that. */
export function isAcceptedPasskey(
  context: AuthenticationFlowContext,
  form: MultivaluedMap<string, string>,
): boolean {
  return isPasskeyForm(form) && passkeyOffer(inRealm(context.getSession()), 'policy') === 'offered';
}

/** Completes the step, or shows the page again. */
export function handlePasskey(context: AuthenticationFlowContext): void {
  const session = context.getSession();
  answerPasskey(context, {
    showAgain: (message) => {
      withWrong(context.form(), message, settingsOf(context));
      return firstPageAgain(context);
    },
    accepts: (user) =>
      addressOf(user) !== null && user.isEnabled() && isProven(session, context.getRealm(), user),
    complete: (user) => {
      const tab = context.getAuthenticationSession();
      // The user is known in the tab that continues.
      context.clearUser();
      continueInTab(
        context,
        resumeSignIn(session, {
          userId: user.getId(),
          wasClaimed: false,
          email: addressOf(user) as string,
          client: tab.getClient(),
          request: requestOf(tab),
          method: 'passkey',
          ...rememberDevice(context, user.getId()),
        }),
      );
    },
  });
}

/** Remembers the account on this device, which has a passkey, if devices are remembered. */
function rememberDevice(context: AuthenticationFlowContext, userId: string): OnDevice {
  if (!settingsOf(context).rememberDevice) return {};
  const isOn = hasNewDeviceNoticesOn(context.getRealm());
  const isDue = isNoticeDue({ isOn, hasAccount: true, wasProven: true });
  return onDevice(rememberPasskey(context.getSession(), userId, isDue));
}
