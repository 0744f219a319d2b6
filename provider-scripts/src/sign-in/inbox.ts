/** The page that waits for a mail: where it went, a field for its code, and what became of the link meanwhile. */
import type { AuthenticationFlowContext, Response } from 'keycloak';
import { LINK_NOTE, SENT_TO_NOTE } from '../browser/notes.ts';
import { flowUrl } from '../browser/run-flow.ts';
import type { Problem } from '../errors/problem.ts';
import { baseUrl, requireRealm } from '../keycloak/base-url.ts';
import type { LinkRow } from '../magic-link/link.ts';
import { codeTriesLeft } from '../magic-link/one-time-code/rows.ts';
import { findLink } from '../magic-link/rows.ts';
import { type AwaitedState, intervalSeconds, openState } from './awaited-link.ts';
import { type InboxState, inboxState } from './inbox-state.ts';
import { inboxPage, type Question, settingsOf, type WrongCode } from './pages.ts';
import { keepWaiting } from './waiting-cookie.ts';

const Time = Java.type('org.keycloak.common.util.Time');

/** The link that was sent last from this tab, and what has become of it. */
export function lastLink(context: AuthenticationFlowContext): { row: LinkRow | null; state: InboxState } {
  const session = context.getSession();
  const jti = context.getAuthenticationSession().getAuthNote(LINK_NOTE);
  const row = jti === null ? null : findLink(session, requireRealm(session).getId(), jti);
  return { row, state: inboxState(row, Time.currentTime()) };
}

/** Shows the page as things are now. */
export function showInbox(
  context: AuthenticationFlowContext,
  wrong: WrongCode | Problem | null = null,
): Response {
  const { row, state } = lastLink(context);
  const triesLeft = row !== null && state === 'waiting' ? codeTriesLeft(context.getSession(), row.jti) : null;
  return inboxPage(context, {
    sentTo: context.getAuthenticationSession().getAuthNote(SENT_TO_NOTE) ?? '',
    state,
    codeField: settingsOf(context).code && (triesLeft ?? 0) > 0,
    wrong,
    asks: row !== null && state === 'waiting' ? questionOf(context, row, openState(triesLeft)) : null,
  });
}

/** What the page asks by, while its link can be used: it says so itself when that changes. */
function questionOf(
  context: AuthenticationFlowContext,
  { jti, issuedAt }: LinkRow,
  state: AwaitedState,
): Question {
  const session = context.getSession();
  const tab = context.getAuthenticationSession();
  const now = Time.currentTime();
  keepWaiting(session, { tab: tab.getTabId(), jti }, now);
  return {
    stateUrl: `${baseUrl(session)}/sign-in-state?tab_id=${tab.getTabId()}`,
    flowUrl: String(flowUrl(session, tab)),
    state,
    interval: intervalSeconds(now - issuedAt),
  };
}
