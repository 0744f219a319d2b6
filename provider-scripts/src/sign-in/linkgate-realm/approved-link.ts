/** A link that was approved for cross-device sign-in, in the waiting tab of a Linkgate realm. */

import type { AuthenticationFlowContext, UserSessionModel } from 'keycloak';
import { shownName } from '../../accounts/address/account-address.ts';
import { endSession } from '../../accounts/sign-out.ts';
import type { Settings } from '../../realm/flow/parse.ts';
import { useApproved } from '../prompt/approved-link.ts';
import { showCheckEmail } from '../prompt/check-email.ts';
import { type LastLink, lastLink } from '../prompt/last-link.ts';
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
  last: LastLink,
  confirmed: boolean,
): boolean {
  const session = context.getSession();
  return useApproved(context, last, {
    settings,
    isFor: () => true,
    replaces: ({ email }, _live, other) => {
      if (!confirmed) context.forceChallenge(approvedPage(context, email, shownName(other) ?? ''));
      return !confirmed;
    },
    reject: (row, rejection) => {
      context.forceChallenge(rejectedPage(context, settings, row, rejection));
    },
    signIn: (row, claimed, live) => {
      const client = context.getAuthenticationSession().getClient();
      const requiresNewSignIn = wantsNewSignIn(context, live);
      const tab = resumeSignIn(
        session,
        proofOfLink(row, client, { ...claimed, requiresNewSignIn }, 'cross-device'),
      );
      const sessionId = tab.getParentSession().getId();
      return {
        sessionId,
        complete: () => {
          continueInTab(context, tab);
        },
        end: () => {
          endSession(session, sessionId);
          context.forceChallenge(
            showCheckEmail(context, checkEmailPage(context, settings), lastLink(context)),
          );
        },
      };
    },
  });
}

/** Whether the request requires a new sign-in although a session is live (`prompt=login`, `max_age`). */
function wantsNewSignIn(context: AuthenticationFlowContext, live: UserSessionModel | null): boolean {
  const tab = context.getAuthenticationSession();
  const protocol = context.getSession().getProvider(LoginProtocol.class, tab.getProtocol());
  return live !== null && protocol.requireReauthentication(live, tab);
}
