/** Continues in a tab whose link was approved for cross-device sign-in: the tab's own request uses the link (contract, section 3.8). */

import type { AuthenticationFlowContext, UserSessionModel } from 'keycloak';
import { hasAddress, shownAddress } from '../../accounts/address/account-address.ts';
import { endSession } from '../../accounts/sign-out.ts';
import { currentTime } from '../../platform/engine/clock.ts';
import type { Settings } from '../../realm/flow/parse.ts';
import {
  cancelCrossDevice,
  claimCrossDevice,
  mayClaimCrossDevice,
  recordClaimSession,
} from '../cross-device/claim.ts';
import { showCheckEmail } from '../prompt/check-email.ts';
import { type LastLink, lastLink } from '../prompt/last-link.ts';
import { liveSession } from '../tabs/link-session.ts';
import { note } from '../tabs/notes.ts';
import { proofOfLink } from '../tabs/proof.ts';
import { resumeSignIn } from '../tabs/resume-sign-in.ts';
import { continueInTab, rejectedPage } from './continue-in-tab.ts';
import { approvedPage, checkEmailPage } from './pages.ts';

const LoginProtocol = Java.type('org.keycloak.protocol.LoginProtocol');

/**
 * Uses the tab's link if it was approved. If that ends another user's session, it shows a confirmation page first.
 *
 * @param confirmed whether the user has confirmed it
 * @returns false if the link wasn't approved for this browser
 */
export function useApprovedLink(
  context: AuthenticationFlowContext,
  settings: Settings,
  { row }: LastLink,
  confirmed: boolean,
): boolean {
  const session = context.getSession();
  const now = currentTime();
  if (row === null || !mayClaimCrossDevice(session, row, settings, now)) return false;
  const live = liveSession(session);
  const user = live === null ? null : live.getUser();
  const otherUser = user !== null && !hasAddress(user, row.email) ? user : null;
  if (otherUser !== null && !confirmed) {
    context.forceChallenge(
      approvedPage(context, row.email, shownAddress(otherUser) ?? otherUser.getUsername() ?? ''),
    );
    return true;
  }
  const redeemed = claimCrossDevice(session, row, settings, now);
  if ('rejection' in redeemed) {
    context.forceChallenge(rejectedPage(context, settings, row, redeemed.rejection));
    return true;
  }
  const client = context.getAuthenticationSession().getClient();
  const requiresNewSignIn = wantsNewSignIn(context, live);
  const tab = resumeSignIn(
    session,
    proofOfLink(row, client, { ...redeemed, requiresNewSignIn }, 'cross-device'),
  );
  const id = tab.getParentSession().getId();
  if (!recordClaimSession(session, row, id)) {
    endSession(session, id);
    context.forceChallenge(showCheckEmail(context, checkEmailPage(context, settings), lastLink(context)));
    return true;
  }
  continueInTab(context, tab);
  return true;
}

/** Ends the cross-device sign-in of a tab whose user leaves the "check your email" page. */
export function endCrossDevice(context: AuthenticationFlowContext): void {
  if (note(context.getAuthenticationSession(), 'link') === null) return;
  const { row } = lastLink(context);
  if (row !== null) cancelCrossDevice(context.getSession(), row);
}

/** Whether the request requires a new sign-in although a session is live (`prompt=login`, `max_age`). */
function wantsNewSignIn(context: AuthenticationFlowContext, live: UserSessionModel | null): boolean {
  const tab = context.getAuthenticationSession();
  const protocol = context.getSession().getProvider(LoginProtocol.class, tab.getProtocol());
  return live !== null && protocol.requireReauthentication(live, tab);
}
