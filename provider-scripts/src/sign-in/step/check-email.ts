/** The "check your email" page of a step: the response to the form that sent the link, as Keycloak runs a flow from its start on GET. */
import type { AuthenticationFlowContext, Response } from 'keycloak';
import { notBefore } from '../../accounts/not-before.ts';
import type { LinkRow } from '../../links/magic-link/link.ts';
import { codeTriesLeft } from '../../links/magic-link/one-time-code/rows.ts';
import { findLink } from '../../links/magic-link/rows.ts';
import { baseUrl } from '../../platform/keycloak/base-url.ts';
import { requireRealm } from '../../platform/keycloak/realm.ts';
import type { StepSettings } from '../../realm/settings/parse.ts';
import { pollIntervalSeconds } from '../linkgate-realm/awaited-link.ts';
import { type CheckEmailState, checkEmailState } from '../linkgate-realm/check-email-state.ts';
import { resentLink } from '../linkgate-realm/resend.ts';
import { LINK_NOTE, RESENT_NOTE, SENT_TO_NOTE, STEP_NOTE } from '../tabs/notes.ts';
import { checkEmailPage, type Wrong } from './pages.ts';
import { continuesAnywhere } from './tab.ts';

const Time = Java.type('org.keycloak.common.util.Time');

/** The latest link that this step sent from this tab, and its state. */
export interface SentLink {
  row: LinkRow | null;
  state: CheckEmailState;
}

/** Finds it; null if this step has sent none from this tab. */
export function lastLink(context: AuthenticationFlowContext): SentLink | null {
  const session = context.getSession();
  const tab = context.getAuthenticationSession();
  const jti = tab.getAuthNote(LINK_NOTE);
  if (jti === null || tab.getAuthNote(STEP_NOTE) !== context.getExecution().getId()) return null;
  const row = findLink(session, requireRealm(session).getId(), jti);
  return { row, state: checkEmailState(row, Time.currentTime(), notBefore(session, tab.getClient())) };
}

/** Shows the page in its current state. */
export function showCheckEmail(
  context: AuthenticationFlowContext,
  settings: StepSettings,
  { row, state }: SentLink,
  wrong: Wrong | null = null,
): Response {
  const tab = context.getAuthenticationSession();
  const open = row !== null && state === 'waiting' ? row : null;
  const triesLeft = open === null ? null : codeTriesLeft(context.getSession(), open.jti);
  const waiting = {
    sentTo: tab.getAuthNote(SENT_TO_NOTE) ?? '',
    state,
    codeField: settings.code && (triesLeft ?? 0) > 0,
    anywhere: continuesAnywhere(context.getFlowPath()),
    resent: resentLink(tab.getAuthNote(RESENT_NOTE), row, state, Time.currentTime()),
    polls:
      open === null
        ? null
        : {
            stateUrl: `${baseUrl(context.getSession())}/sign-in-state?tab_id=${tab.getTabId()}`,
            interval: pollIntervalSeconds(Time.currentTime() - open.issuedAt),
          },
  };
  return checkEmailPage(context, settings, waiting, wrong);
}
