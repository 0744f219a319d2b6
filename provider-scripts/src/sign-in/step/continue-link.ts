/** Leads a confirmed link to its step, after signing out any other user of the browser. */
import type { AuthenticationSessionModel, KeycloakSession, Response, UserModel } from 'keycloak';
import { endReplaced } from '../../accounts/sign-out.ts';
import { seeOther } from '../../http/response/responses.ts';
import { liveSession } from '../tabs/link-session.ts';
import { actionUrl, confirmIn, type FlowEntry, newTabUrl, openTab, type StepLink } from './tab.ts';

/** The user who is signed in in this browser, if it isn't the one whom a link is for; its page names both. */
export function otherUserThan(session: KeycloakSession, userId: string | null): UserModel | null {
  const user = liveSession(session)?.getUser() ?? null;
  return user !== null && user.getId() !== userId ? user : null;
}

/**
 * Redirects to the step's action in a tab, or in a new one for null.
 *
 * @param otherUser who is signed in besides, and was named on the link's page
 */
export function continueLink(
  session: KeycloakSession,
  link: StepLink,
  tab: AuthenticationSessionModel | null,
  otherUser: UserModel | null,
): Response {
  const live = liveSession(session);
  const isEnded = otherUser !== null && live?.getId() === tab?.getParentSession().getId();
  const place = tab !== null && !isEnded ? tab : null;
  return enterFlow(session, link, otherUser, place, (found) => confirmIn(found, link));
}

/** The same for a request without a link: the step shows its first page. */
export function startAtStep(
  session: KeycloakSession,
  entry: FlowEntry,
  otherUser: UserModel | null,
): Response {
  return enterFlow(session, entry, otherUser, null, () => {});
}

function enterFlow(
  session: KeycloakSession,
  entry: FlowEntry,
  otherUser: UserModel | null,
  tab: AuthenticationSessionModel | null,
  prepare: (tab: AuthenticationSessionModel) => void,
): Response {
  const live = liveSession(session);
  const ends = otherUser === null ? null : live;
  if (ends !== null) endReplaced(session, ends);
  const found = tab ?? openTab(session, entry, ends === null ? live : null, ends !== null);
  prepare(found);
  return seeOther(tab === null ? newTabUrl(session, found, entry) : actionUrl(session, found, entry));
}
