/** Takes the code that was typed on the inbox page: the right one uses the link of this tab, and sign-in goes on here. */
import type { AuthenticationFlowContext, Response, SignOut } from 'keycloak';
import { readCode } from '../magic-link/code/code.ts';
import { tryCode } from '../magic-link/code/try.ts';
import type { LinkRow } from '../magic-link/link.ts';
import { isFromElsewhere } from '../magic-link/network.ts';
import type { Refusal } from '../magic-link/refusal.ts';
import { problem } from '../protocol/problem.ts';
import { lastLink, showInbox } from './inbox.ts';
import { openLinkSession, sessionInTheWay } from './link-session.ts';
import { PROVEN_BY_NOTE, PROVEN_NOTE } from './notes.ts';
import { askAgain, settingsOf } from './pages.ts';
import { flowUrl } from './run-flow.ts';

const HostSignOut = Java.type('org.linkgate.host.SignOut');
const JavaResponse = Java.type('jakarta.ws.rs.core.Response');
const Time = Java.type('org.keycloak.common.util.Time');

/** Ends the step, or shows the page again with what is wrong; first of all whoever else is signed in here is signed out. */
export function takeCode(context: AuthenticationFlowContext, typed: string): SignOut | null {
  const proven = judge(context, typed);
  if ('page' in proven) {
    context.forceChallenge(proven.page);
    return null;
  }
  const ends = sessionInTheWay(context.getSession(), proven.userId);
  if (ends !== null) return new HostSignOut(ends, null, 'goOn', JSON.stringify(proven));
  goOn(context, proven);
  return null;
}

/** Goes on in this tab, or in the one that took its place. */
export function goOn(context: AuthenticationFlowContext, { request, userId }: Proven): void {
  const session = context.getSession();
  const here = context.getAuthenticationSession();
  const tab = openLinkSession(session, here.getClient(), request);
  tab.setAuthNote(PROVEN_NOTE, userId);
  tab.setAuthNote(PROVEN_BY_NOTE, 'code');
  const user = session.users().getUserById(context.getRealm(), userId);
  if (user !== null && tab.getTabId() === here.getTabId()) {
    context.setUser(user);
    context.success();
  } else context.forceChallenge(JavaResponse.seeOther(flowUrl(session, tab)).build());
}

/** Who proved by a code to be themselves, and what for. */
export interface Proven extends Pick<LinkRow, 'request'> {
  userId: string;
}

interface Refused {
  page: Response;
}

/** What a code proves, or the page that says why it doesn't. */
function judge(context: AuthenticationFlowContext, typed: string): Proven | Refused {
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
  return { request: row.request, userId: tried.userId };
}

function wrong(context: AuthenticationFlowContext, key: string, ...parameters: number[]): Refused {
  return { page: showInbox(context, { key, parameters }) };
}

function refused(context: AuthenticationFlowContext, row: LinkRow, refusal: Refusal | 'referral'): Refused {
  if (refusal === 'referral') return { page: askAgain(context, row.email, problem('invalid_referral_code')) };
  if (refusal === 'invalid') return { page: askAgain(context, row.email, problem('invalid_token')) };
  return { page: showInbox(context) };
}
