/**
 * Ends a tab whose person isn't certain any more: its account was taken over since, or has another address than the one that was proven.
 * Keycloak removes sessions, never a tab that is on its way to one, and a tab that waits for consent doesn't run the flow again.
 */
import type { AuthenticationSessionModel, KeycloakSession, Response, UserModel } from 'keycloak';
import { hasAddress } from '../account/account.ts';
import { wasTakenOverAfter } from '../account/take-over.ts';
import { requireRealm } from '../keycloak/base-url.ts';
import { page } from '../pages/page.ts';
import { PROVEN_FOR_NOTE, PROVEN_NOTE, SINCE_NOTE } from './notes.ts';
import { isOpen } from './run-flow.ts';

const AuthenticationSessionManager = Java.type('org.keycloak.services.managers.AuthenticationSessionManager');
const Time = Java.type('org.keycloak.common.util.Time');

/** Notes that this tab's person is known from now on. */
export function noteInstant(tab: AuthenticationSessionModel): void {
  tab.setAuthNote(SINCE_NOTE, String(Time.currentTimeMillis()));
}

/** Notes it in the tab that a request began, which a live session may have given a person by now. */
export function noteBegin(session: KeycloakSession): void {
  const tab = session.getContext().getAuthenticationSession();
  if (tab !== null && isOpen(tab)) noteInstant(tab);
}

/** Whether a tab may not go on for this person. One that has no instant began where nobody noted any. */
export function isOverFor(
  session: KeycloakSession,
  tab: AuthenticationSessionModel,
  user: UserModel,
): boolean {
  const address = tab.getAuthNote(PROVEN_NOTE) === user.getId() ? tab.getAuthNote(PROVEN_FOR_NOTE) : null;
  if (address !== null && !hasAddress(user, address)) return true;
  const since = Number(tab.getAuthNote(SINCE_NOTE) ?? 0);
  return wasTakenOverAfter(session, requireRealm(session).getId(), user.getId(), since);
}

/** The page that ends a request for any page of a tab that is over; null, and the instant noted while nobody is known, for any other. */
export function answerEndedTab(session: KeycloakSession, tab: AuthenticationSessionModel): Response | null {
  const user = personOf(session, tab);
  if (user === null) {
    noteInstant(tab);
    return null;
  }
  if (!isOverFor(session, tab, user)) return null;
  // The page speaks the tab's language.
  session.getContext().setAuthenticationSession(tab);
  const answer = endedPage(session);
  new AuthenticationSessionManager(session).removeTabIdInAuthenticationSession(requireRealm(session), tab);
  return answer;
}

/** Says that a sign-in has ended, and why. */
export function endedPage(session: KeycloakSession): Response {
  return page(session, 'linkgate-inbox.ftl', 403, { state: 'ended' });
}

/** Who a tab is for, as far as is known. */
function personOf(session: KeycloakSession, tab: AuthenticationSessionModel): UserModel | null {
  const known = tab.getAuthenticatedUser();
  if (known !== null) return known;
  const proven = tab.getAuthNote(PROVEN_NOTE);
  return proven === null ? null : session.users().getUserById(requireRealm(session), proven);
}
