/** A link that was approved for cross-device sign-in, in the waiting tab of a stock realm: the flow goes on there. */

import type { AuthenticationFlowContext, UserModel, UserSessionModel } from 'keycloak';
import { shownName } from '../../accounts/address/account-address.ts';
import { endReplaced } from '../../accounts/sign-out.ts';
import { page } from '../../http/pages/page.ts';
import { FORBIDDEN, seeOther } from '../../http/response/responses.ts';
import type { LinkRow } from '../../links/magic-link/link.ts';
import { findStep } from '../../realm/flow/own-step.ts';
import { useApproved } from '../prompt/approved-link.ts';
import { type LastLink, linkOfStep, rememberSent } from '../prompt/last-link.ts';
import { note, setNote } from '../tabs/notes.ts';
import { showApproved, showSent } from './pages.ts';
import type { StepRun } from './subject.ts';
import { isHeldBy, newTabUrl, openTab, type StepLink } from './tab.ts';
import { isForStep, stepUse } from './use-link.ts';

/** Rejections of a link that its page tells of; after any other one, the user starts again. */
const SHOWN: readonly string[] = ['used', 'superseded', 'expired'];

/**
 * Uses the tab's link if it was approved. If another user is signed in in this browser, it shows a confirmation page first.
 *
 * @param confirmed whether the user has confirmed that the other one is signed out
 * @returns false if the link wasn't approved for this browser
 */
export function usesApproved(
  context: AuthenticationFlowContext,
  run: StepRun,
  last: LastLink,
  confirmed: boolean,
): boolean {
  if (!run.settings.crossDevice) return false;
  const use = stepUse(context, run);
  const showLast = () => {
    context.forceChallenge(showSent(context, run.settings, linkOfStep(context) ?? last));
  };
  return useApproved(context, last, {
    // This device may not be the user's, and no passkey is offered on it.
    settings: { ...use.settings, rememberDevice: false },
    rules: use.rules,
    isFor: (row) => isForStep(context, row, use),
    replaces: (row, live, other) => replacesUser(context, row, { live, other, confirmed }),
    reject: (row, rejection) => {
      if (SHOWN.includes(rejection)) showLast();
      else use.complete(row, { rejection }, 'cross-device');
    },
    signIn: (row, claimed) => ({
      // Keycloak gives the session this identifier.
      sessionId: context.getAuthenticationSession().getParentSession().getId(),
      complete: () => {
        use.complete(row, claimed, 'cross-device');
      },
      end: showLast,
    }),
  });
}

/** The user who is signed in in this browser, instead of the link's. */
interface Replaced {
  live: UserSessionModel;
  other: UserModel;
  confirmed: boolean;
}

/**
 * Signs another user out who has confirmed it. If their session shares the tab's identifier, the tab ends with it, and the link is used in a new
 * one of the same request.
 *
 * @returns whether it has responded
 */
function replacesUser(
  context: AuthenticationFlowContext,
  row: LinkRow,
  { live, other, confirmed }: Replaced,
): boolean {
  const session = context.getSession();
  const tab = context.getAuthenticationSession();
  const link = linkIn(context, row);
  const flowId = findStep(session, context.getExecution().getId())?.flowId ?? '';
  const liveEmail = shownName(other) ?? '';
  if (link === null || isHeldBy(session, live, tab, link, flowId)) {
    const attributes = { reason: 'other-user', ofStep: true, liveEmail };
    context.forceChallenge(page(session, 'linkgate-rejected.ftl', FORBIDDEN, attributes));
    return true;
  }
  if (!confirmed) {
    context.forceChallenge(showApproved(context, row.email, liveEmail));
    return true;
  }
  const isSame = live.getId() === tab.getParentSession().getId();
  const sentTo = note(tab, 'sentTo') ?? '';
  endReplaced(session, live);
  if (!isSame) return false;
  const newTab = openTab(session, link, null, true);
  rememberSent(newTab, { sentTo, jti: row.jti, isResend: false });
  setNote(newTab, 'step', context.getExecution().getId());
  context.forceChallenge(seeOther(newTabUrl(session, newTab, link)));
  return true;
}

function linkIn(context: AuthenticationFlowContext, row: LinkRow): StepLink | null {
  const step = row.request.ofStep;
  return step === undefined ? null : { row, step, client: context.getAuthenticationSession().getClient() };
}
