/** The page that waits for a mail: where it went, a field for its code, and what became of the link meanwhile. */
import type { AuthenticationFlowContext, Response } from 'keycloak';
import { LINK_NOTE, SENT_TO_NOTE } from '../browser/notes.ts';
import type { Problem } from '../errors/problem.ts';
import { requireRealm } from '../keycloak/base-url.ts';
import type { LinkRow } from '../magic-link/link.ts';
import { codeTriesLeft } from '../magic-link/one-time-code/rows.ts';
import { findLink } from '../magic-link/rows.ts';
import { type InboxState, inboxState } from './inbox-state.ts';
import { inboxPage, settingsOf, type WrongCode } from './pages.ts';

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
  const takesCode = row !== null && state === 'waiting' && settingsOf(context).code;
  return inboxPage(context, {
    sentTo: context.getAuthenticationSession().getAuthNote(SENT_TO_NOTE) ?? '',
    state,
    codeField: takesCode && codeTriesLeft(context.getSession(), row.jti) > 0,
    wrong,
  });
}
