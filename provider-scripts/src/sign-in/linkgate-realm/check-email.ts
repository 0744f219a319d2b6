/** The "check your email" page: the address, a field for the one-time code, and the link's state. */
import type { AuthenticationFlowContext, Response } from 'keycloak';
import { notBefore } from '../../accounts/not-before.ts';
import type { LinkRow } from '../../links/magic-link/link.ts';
import { codeTriesLeft } from '../../links/magic-link/one-time-code/rows.ts';
import { findLink } from '../../links/magic-link/rows.ts';
import type { Problem } from '../../platform/errors/problem.ts';
import { baseUrl } from '../../platform/keycloak/base-url.ts';
import { requireRealm } from '../../platform/keycloak/realm.ts';
import type { Settings } from '../../realm/settings/parse.ts';
import { comparisonCodeOf } from '../cross-device/comparison-code.ts';
import { phaseOf } from '../cross-device/phase.ts';
import { LINK_NOTE, RESENT_NOTE, SENT_TO_NOTE } from '../tabs/notes.ts';
import { flowUrl } from '../tabs/run-flow.ts';
import { isWaitingBrowser } from '../tabs/waiting-browser.ts';
import { browserWaitingFor, storeWaitingTab, waitingKey } from '../tabs/waiting-cookie.ts';
import { openState, pollIntervalSeconds } from './awaited-link.ts';
import { type CheckEmailState, checkEmailState } from './check-email-state.ts';
import { type CodeError, checkEmailPage, type PollConfig } from './pages.ts';
import { resentLink } from './resend.ts';

const Time = Java.type('org.keycloak.common.util.Time');

/** The latest link sent from a tab, and its state. */
export interface LastLink {
  row: LinkRow | null;
  state: CheckEmailState;
}

/** Finds the latest link of this tab, for the tab's client. */
export function lastLink(context: AuthenticationFlowContext): LastLink {
  const session = context.getSession();
  const tab = context.getAuthenticationSession();
  const jti = tab.getAuthNote(LINK_NOTE);
  const found = jti === null ? null : findLink(session, requireRealm(session).getId(), jti);
  const row = found?.clientUuid === tab.getClient().getId() ? found : null;
  return { row, state: checkEmailState(row, Time.currentTime(), notBefore(session, tab.getClient())) };
}

/** Shows the page in its current state. */
export function showCheckEmail(
  context: AuthenticationFlowContext,
  settings: Settings,
  wrong: CodeError | Problem | null = null,
  { row, state }: LastLink = lastLink(context),
): Response {
  const triesLeft = row !== null && state === 'waiting' ? codeTriesLeft(context.getSession(), row.jti) : null;
  return checkEmailPage(context, settings, {
    sentTo: context.getAuthenticationSession().getAuthNote(SENT_TO_NOTE) ?? '',
    state,
    codeField: settings.code && (triesLeft ?? 0) > 0,
    comparisonCode: row !== null && state === 'waiting' ? comparisonCodeFor(context, settings, row) : null,
    wrong,
    resent: resentLink(
      context.getAuthenticationSession().getAuthNote(RESENT_NOTE),
      row,
      state,
      Time.currentTime(),
    ),
    poll: row !== null && state === 'waiting' ? pollConfigFor(context, row, triesLeft) : null,
  });
}

/** The comparison code to show; null if cross-device sign-in isn't available. */
function comparisonCodeFor(
  context: AuthenticationFlowContext,
  settings: Settings,
  row: LinkRow,
): string | null {
  const session = context.getSession();
  const { crossDevice } = row;
  const isOpen = settings.crossDevice === 'on' && phaseOf(crossDevice, Time.currentTime()) === 'open';
  return crossDevice !== null && isOpen && isWaitingBrowser(session, row)
    ? comparisonCodeOf(session, crossDevice.key)
    : null;
}

/** How the page polls for changes while its link can be used. */
function pollConfigFor(
  context: AuthenticationFlowContext,
  { jti, issuedAt, crossDevice }: LinkRow,
  codeTriesLeft: number | null,
): PollConfig {
  const session = context.getSession();
  const tab = context.getAuthenticationSession();
  const now = Time.currentTime();
  const browser = browserWaitingFor(session, jti, now);
  storeWaitingTab(session, browser, { tab: tab.getTabId(), jti, key: waitingKey(browser, jti) }, now);
  return {
    stateUrl: `${baseUrl(session)}/sign-in-state?tab_id=${tab.getTabId()}`,
    flowUrl: String(flowUrl(session, tab)),
    state: openState(codeTriesLeft, phaseOf(crossDevice, now)),
    interval: pollIntervalSeconds(now - issuedAt),
  };
}
