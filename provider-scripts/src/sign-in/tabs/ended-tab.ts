/** Ends a tab that rests on what has been revoked since (`basis.ts`): asked before each of its pages and forms, and by what completes it. */
import type { AuthenticationSessionModel, KeycloakSession, Response, UserModel } from 'keycloak';
import { mayBeClaimedSince, wasClaimedSince } from '../../accounts/claim-account.ts';
import { lockAccount } from '../../accounts/lock.ts';
import { page } from '../../http/pages/page.ts';
import { readFresh } from '../../platform/database/sql.ts';
import { MILLIS_PER_SECOND } from '../../platform/engine/time.ts';
import { FIRST_BROKER_LOGIN } from '../../platform/keycloak/flow-paths.ts';
import { requireRealm } from '../../platform/keycloak/realm.ts';
import { sessionValue } from '../../platform/session/values.ts';
import { isLinkgateRealm } from '../../realm/settings/enabled.ts';
import { hasTabEndedFor, knownSince, recordRequestTime, wasJustProven } from './basis.ts';
import { EXISTING_NOTE, existingUserId } from './keycloak-notes.ts';
import { note } from './notes.ts';
import { isLateSetUp } from './set-up.ts';

const AuthenticationSessionManager = Java.type('org.keycloak.services.managers.AuthenticationSessionManager');

/** Keycloak's notes of the brokered user, and of whether the first sign-in created the account. */
export const BROKERED_NOTE = 'BROKERED_CONTEXT';
export const REGISTERED_NOTE = 'BROKER_REGISTERED_NEW_USER';

/** The tab that this request was allowed to continue. */
const CONTINUED_TAB = sessionValue<AuthenticationSessionModel>('continued-tab');

/** Returns it; null if the request names none. */
export function continuedTab(session: KeycloakSession): AuthenticationSessionModel | null {
  return CONTINUED_TAB.of(session);
}

/** Removes a tab that has ended, and returns the page for it; null for any other tab. Records the request's time while no user is known. */
export function respondToEndedTab(
  session: KeycloakSession,
  tab: AuthenticationSessionModel,
): Response | null {
  const user = userOf(session, tab);
  if (user === null) recordRequestTime(session, tab);
  if (user === null || !hasEnded(session, tab, user)) {
    CONTINUED_TAB.record(session, tab);
    return null;
  }
  // The page is in the tab's language.
  session.getContext().setAuthenticationSession(tab);
  const response = endedPage(session);
  new AuthenticationSessionManager(session).removeTabIdInAuthenticationSession(requireRealm(session), tab);
  return response;
}

/**
 * Whether a tab that Keycloak has continued has ended, although nobody asked before: it is known only then if the user comes back from a
 * provider, or if the request names it in another way than Keycloak's own pages do. What was judged for this request isn't judged again.
 */
export function hasUnaskedTabEnded(session: KeycloakSession, tab: AuthenticationSessionModel): boolean {
  if (CONTINUED_TAB.of(session)?.getTabId() === tab.getTabId() || wasJustProven(session, tab)) return false;
  const user = userOf(session, tab);
  if (user !== null && hasEnded(session, tab, user)) return true;
  CONTINUED_TAB.record(session, tab);
  return false;
}

function hasEnded(session: KeycloakSession, tab: AuthenticationSessionModel, user: UserModel): boolean {
  return hasTabEndedFor(session, tab, user) || isLateSetUp(session, tab, user);
}

/**
 * Whether a tab's account was claimed since the tab's user was known; called at the end of a request that started or continued the tab.
 * Serializes the request with a concurrent takeover: the later of the two sees the earlier one. Locks nothing if none can have happened.
 */
export function hasTabEndedMeanwhile(session: KeycloakSession, tab: AuthenticationSessionModel): boolean {
  const user = userOf(session, tab);
  if (user === null) return false;
  const userId = user.getId();
  const since = knownSince(session, tab) - maxProofAgeMillis(session, tab);
  if (!mayBeClaimedByNow(session, userId, since)) return false;
  lockAccount(session, userId);
  return wasClaimedSince(session, userId, since);
}

/**
 * In a Linkgate realm, as the account is now: this session still sees it as it was when the request started, or as the request has changed it.
 * In any other, as this session sees it, which costs nothing: an account that it sees verified can't be claimed.
 */
function mayBeClaimedByNow(session: KeycloakSession, userId: string, since: number): boolean {
  if (!isLinkgateRealm(requireRealm(session))) return mayBeClaimedSince(session, userId, since);
  return readFresh(session, (fresh) => mayBeClaimedSince(fresh, userId, since));
}

/**
 * How long before a tab's start its user may have been proven: after a click in Keycloak's email, the brokered user can continue in any tab
 * during the token's lifetime. Any other tab has a user only after it has looked up or created the account: 0.
 */
function maxProofAgeMillis(session: KeycloakSession, tab: AuthenticationSessionModel): number {
  const isProvenByKeycloakEmail =
    tab.getAuthNote(BROKERED_NOTE) !== null &&
    note(tab, 'proven') === null &&
    tab.getAuthNote(EXISTING_NOTE) === null &&
    tab.getAuthNote(REGISTERED_NOTE) === null;
  return isProvenByKeycloakEmail
    ? requireRealm(session).getActionTokenGeneratedByUserLifespan() * MILLIS_PER_SECOND
    : 0;
}

/** The page that shows that a sign-in has ended, and why. */
export function endedPage(session: KeycloakSession): Response {
  return page(session, 'linkgate-check-email.ftl', 403, { state: 'ended' });
}

/** The tab's user, if known. */
function userOf(session: KeycloakSession, tab: AuthenticationSessionModel): UserModel | null {
  const known = tab.getAuthenticatedUser();
  if (known !== null) return known;
  const userId = note(tab, 'proven') ?? existingUserId(FIRST_BROKER_LOGIN, (name) => tab.getAuthNote(name));
  return userId === null ? null : session.users().getUserById(requireRealm(session), userId);
}
