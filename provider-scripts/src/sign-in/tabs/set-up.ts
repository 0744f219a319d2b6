/**
 * Ends a tab that is to set up a credential if the account has got one of its kind since the tab's user was known: someone who only has the
 * mailbox could otherwise keep the page, and add a second factor beside the owner's.
 */

import type { AuthenticationSessionModel, KeycloakSession, UserModel } from 'keycloak';
import { credentialTypesSince } from '../../accounts/credentials.ts';
import { lockAccount } from '../../accounts/lock.ts';
import { hasSecondFactor } from '../../accounts/second-factor.ts';
import { kindOfSetUp, setsUpFactor } from '../../accounts/set-ups.ts';
import { currentMillis } from '../../platform/engine/clock.ts';
import { requireRealm } from '../../platform/keycloak/realm.ts';
import { queryParameterInAnyCase } from '../../platform/session/address.ts';
import { sessionValue } from '../../platform/session/values.ts';
import { isLinkgateRealm } from '../../realm/settings/enabled.ts';
import { knownSince } from './basis.ts';
import { note, setNote } from './notes.ts';

/** Keycloak's note of the action that a request asks for (`Constants`). */
const ACTION_NOTE = 'kc_action';

/** The tab in which this request sets up a credential: its identifier. */
const SETS_UP = sessionValue<string>('sets-up');

/**
 * Whether this request is for the set-up of such a credential. Of two set-ups at the same time, the later one sees the earlier.
 */
export function isLateSetUp(
  session: KeycloakSession,
  tab: AuthenticationSessionModel,
  user: UserModel,
): boolean {
  const action = queryParameterInAnyCase(session, 'execution');
  const kind = kindOfSetUp(action);
  if (kind.length === 0) return false;
  const since = Math.max(knownSince(session, tab), Number(note(tab, 'ownSetUp') ?? 0));
  if (session.getContext().getHttpRequest().getHttpMethod() === 'POST') {
    lockAccount(session, user.getId());
    SETS_UP.record(session, tab.getTabId());
  }
  if (credentialTypesSince(session, user.getId(), since).some((type) => kind.includes(type))) return true;
  return setsUpFactor(action) && asksForOtherFactor(session, tab, user);
}

/**
 * Whether a Linkgate realm's flow has a user set up a second factor who has one already, of a kind that the flow doesn't accept: the mailbox would
 * replace it. What an administrator or the user has asked for has Keycloak's own rule, or another of ours (`best-proof.ts`).
 */
function asksForOtherFactor(
  session: KeycloakSession,
  tab: AuthenticationSessionModel,
  user: UserModel,
): boolean {
  if (!isLinkgateRealm(requireRealm(session))) return false;
  if (tab.getClientNote(ACTION_NOTE) !== null || note(tab, 'ownSetUp') !== null) return false;
  for (const action of user.getRequiredActionsStream().toList())
    if (kindOfSetUp(action).length > 0) return false;
  return hasSecondFactor(user);
}

/** Records that this request has set up a credential in its tab, which the tab's next set-up then doesn't take for another tab's. */
export function recordSetUp(session: KeycloakSession, tab: AuthenticationSessionModel): void {
  if (SETS_UP.of(session) === tab.getTabId()) setNote(tab, 'ownSetUp', String(currentMillis()));
}
