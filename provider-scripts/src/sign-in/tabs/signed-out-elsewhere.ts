/**
 * Keycloak's own sign-outs that may spare a session: *Sign out from other devices* on its pages that set up a credential, and that of its account
 * API. They end sessions; here they also end the tabs that no session shows.
 */
import type { AuthenticationSessionModel, ContainerResponseContext, KeycloakSession } from 'keycloak';
import { endEarlierTabs } from '../../accounts/claim-account.ts';
import { FIRST_ERROR_STATUS } from '../../http/response/replace-response.ts';
import { pathOf } from '../../platform/session/address.ts';
import { recordProofTime } from './basis.ts';
import { NOTES, note } from './notes.ts';
import { isOpen } from './run-flow.ts';

/** Keycloak's field of these pages. */
const BOX = 'logout-sessions';

/** Called at the end of a request of a tab that goes on. */
export function endTabsElsewhere(session: KeycloakSession, tab: AuthenticationSessionModel): void {
  const request = session.getContext().getHttpRequest();
  if (request.getHttpMethod() !== 'POST') return;
  if ((request.getDecodedFormParameters()?.getFirst(BOX) ?? null) !== 'on') return;
  const live = session.getContext().getUserSession();
  const user = tab.getAuthenticatedUser();
  if (user === null) return;
  endEarlierTabs(session, user);
  // This tab, and the session that it has led to, are later.
  recordProofTime(session, tab);
  const since = note(tab, 'knownSince');
  if (isOpen(tab)) tab.setUserSessionNote(NOTES.knownSince.name, since);
  else if (live !== null && since !== null) live.setNote(NOTES.knownSince.name, since);
}

/** The path of the sign-out of all sessions, or all others; one session has its identifier after it. */
const ALL_SESSIONS = /\/account\/sessions\/?$/;

/** Called at the end of a request to the account API's sessions. */
export function endTabsOfAccount(session: KeycloakSession, response: ContainerResponseContext): void {
  if (response.getStatus() >= FIRST_ERROR_STATUS || !ALL_SESSIONS.test(pathOf(session))) return;
  const user = session.getContext().getUserSession()?.getUser() ?? null;
  if (user !== null) endEarlierTabs(session, user);
}
