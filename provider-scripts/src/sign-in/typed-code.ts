/** Takes the code that was typed on the inbox page: the right one uses the link of this tab, and sign-in goes on here. */
import type { AuthenticationFlowContext, Response } from 'keycloak';
import { readCode } from '../magic-link/code/code.ts';
import { tryCode } from '../magic-link/code/try.ts';
import type { LinkRow } from '../magic-link/link.ts';
import { isFromElsewhere } from '../magic-link/network.ts';
import type { Refusal } from '../magic-link/refusal.ts';
import { problem } from '../protocol/problem.ts';
import { lastLink, showInbox } from './inbox.ts';
import { openLinkSession } from './link-session.ts';
import { PROVEN_BY_NOTE, PROVEN_NOTE } from './notes.ts';
import { askAgain, settingsOf } from './pages.ts';
import { flowUrl } from './run-flow.ts';

const JavaResponse = Java.type('jakarta.ws.rs.core.Response');
const Time = Java.type('org.keycloak.common.util.Time');

/** Ends the step, or shows the page again with what is wrong. */
export function takeCode(context: AuthenticationFlowContext, typed: string): void {
  const answer = answerTo(context, typed);
  if (answer === null) context.success();
  else context.forceChallenge(answer);
}

/** The page that comes next, or null when the step is done. */
function answerTo(context: AuthenticationFlowContext, typed: string): Response | null {
  const session = context.getSession();
  const settings = settingsOf(context);
  const { row, state } = lastLink(context);
  if (row === null || state !== 'waiting' || !settings.code) return showInbox(context);
  const code = readCode(typed);
  if (code === null) return wrong(context, 'linkgateCodeMalformed');
  if (isFromElsewhere(session, row, settings)) return wrong(context, 'linkgateCodeElsewhere');
  const tried = tryCode(session, row, code, settings, Time.currentTime());
  if (tried === 'limited') return wrong(context, 'linkgateCodeLimited');
  if ('triesLeft' in tried) {
    const { triesLeft } = tried;
    return triesLeft > 0
      ? wrong(context, 'linkgateCodeWrong', triesLeft)
      : wrong(context, 'linkgateCodeSpent');
  }
  return 'userId' in tried ? goOn(context, row, tried.userId) : refused(context, row, tried.refusal);
}

function wrong(context: AuthenticationFlowContext, key: string, ...parameters: number[]): Response {
  return showInbox(context, { key, parameters });
}

function refused(context: AuthenticationFlowContext, row: LinkRow, refusal: Refusal | 'referral'): Response {
  if (refusal === 'referral') return askAgain(context, row.email, problem('invalid_referral_code'));
  return refusal === 'invalid' ? askAgain(context, row.email, problem('invalid_token')) : showInbox(context);
}

/** Null to go on in this tab; where another person was signed in here, a new one takes its place. */
function goOn(context: AuthenticationFlowContext, row: LinkRow, userId: string): Response | null {
  const session = context.getSession();
  const here = context.getAuthenticationSession();
  const tab = openLinkSession(session, here.getClient(), row.request, userId);
  tab.setAuthNote(PROVEN_NOTE, userId);
  tab.setAuthNote(PROVEN_BY_NOTE, 'code');
  const user = session.users().getUserById(context.getRealm(), userId);
  if (user === null || tab.getTabId() !== here.getTabId())
    return JavaResponse.seeOther(flowUrl(session, tab)).build();
  context.setUser(user);
  return null;
}
