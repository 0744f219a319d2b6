/** The response after a tab's own page used a link: the sign-in continues, or the page shows why it doesn't. */
import type { AuthenticationFlowContext, AuthenticationSessionModel, Response } from 'keycloak';
import type { LinkRow } from '../../links/magic-link/link.ts';
import type { LinkRejection } from '../../platform/errors/catalogue/link-rejections.ts';
import { problem } from '../../platform/errors/problem.ts';
import type { Settings } from '../../realm/flow/parse.ts';
import { showCheckEmail } from '../prompt/check-email.ts';
import { lastLink } from '../prompt/last-link.ts';
import { wrongPrompt } from '../prompt/wrong.ts';
import { completeWithProof } from '../tabs/resume-sign-in.ts';
import { flowUrl } from '../tabs/run-flow.ts';
import { checkEmailPage, promptAgain } from './pages.ts';

const JavaResponse = Java.type('jakarta.ws.rs.core.Response');

/** Continues in this tab, or in the one that replaced it. */
export function continueInTab(context: AuthenticationFlowContext, tab: AuthenticationSessionModel): void {
  const session = context.getSession();
  const current = context.getAuthenticationSession();
  if (tab.getTabId() === current.getTabId() && completeWithProof(context)) return;
  context.forceChallenge(JavaResponse.seeOther(flowUrl(session, tab)).build());
}

/** The page that shows why a link wasn't used. */
export function rejectedPage(
  context: AuthenticationFlowContext,
  settings: Settings,
  row: LinkRow,
  rejection: LinkRejection | 'referral',
): Response {
  if (rejection === 'referral')
    return promptAgain(context, settings, row.email, wrongPrompt(problem('invalid_referral_code')));
  if (rejection === 'invalid' || rejection === 'changed')
    return promptAgain(context, settings, row.email, wrongPrompt(problem('link_invalid')));
  return showCheckEmail(context, checkEmailPage(context, settings), lastLink(context));
}
