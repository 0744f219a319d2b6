/** Takes the code that was typed on the inbox page: the right one uses the link of this tab, and sign-in goes on here. */
import type { AuthenticationFlowContext, AuthenticationSessionModel, Response } from 'keycloak';
import { goOnProven, type Proof, proceed } from '../browser/resume-sign-in.ts';
import { flowUrl } from '../browser/run-flow.ts';
import type { Refusal } from '../errors/link-refusals.ts';
import { problem } from '../errors/problem.ts';
import type { LinkRow } from '../magic-link/link.ts';
import { isFromElsewhere } from '../magic-link/network.ts';
import { readCode } from '../magic-link/one-time-code/code.ts';
import { lastLink, showInbox } from './inbox.ts';
import { askAgain, settingsOf } from './pages.ts';
import { tryCode } from './try-code.ts';

const JavaResponse = Java.type('jakarta.ws.rs.core.Response');
const Time = Java.type('org.keycloak.common.util.Time');

/** Ends the step, or shows the page again with what is wrong. */
export function takeCode(context: AuthenticationFlowContext, typed: string): void {
  const judged = judge(context, typed);
  if ('page' in judged) context.forceChallenge(judged.page);
  else goOn(context, proceed(context.getSession(), judged));
}

/** Goes on in this tab, or in the one that took its place. */
function goOn(context: AuthenticationFlowContext, tab: AuthenticationSessionModel | null): void {
  const session = context.getSession();
  const here = context.getAuthenticationSession();
  if (tab === null) {
    context.forceChallenge(showInbox(context));
    return;
  }
  if (tab.getTabId() === here.getTabId() && goOnProven(context)) return;
  context.forceChallenge(JavaResponse.seeOther(flowUrl(session, tab)).build());
}

interface Refused {
  page: Response;
}

/** What a code proves, or the page that says why it doesn't. */
function judge(context: AuthenticationFlowContext, typed: string): Proof | Refused {
  const session = context.getSession();
  const settings = settingsOf(context);
  const { row, state } = lastLink(context);
  if (row === null || state !== 'waiting' || !settings.code) return { page: showInbox(context) };
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
  if ('refusal' in tried) return refused(context, row, tried.refusal);
  return { row, ...tried, by: 'code' };
}

function wrong(context: AuthenticationFlowContext, key: string, ...parameters: number[]): Refused {
  return { page: showInbox(context, { key, parameters }) };
}

function refused(context: AuthenticationFlowContext, row: LinkRow, refusal: Refusal | 'referral'): Refused {
  if (refusal === 'referral') return { page: askAgain(context, row.email, problem('invalid_referral_code')) };
  if (refusal === 'invalid') return { page: askAgain(context, row.email, problem('invalid_token')) };
  return { page: showInbox(context) };
}
