/**
 * Ends a tab that is to set up a credential if the account has got one of its kind since the tab's user was known: someone who only has the
 * mailbox could otherwise keep the page, and add a second factor beside the owner's.
 */
import type { AuthenticationSessionModel, KeycloakSession, UserModel } from 'keycloak';
import { credentialTypesSince } from '../account/credentials.ts';
import { lockAccount } from '../account/lock.ts';
import { kindOfSetUp } from '../account/set-ups.ts';
import { queryOf, queryParameter } from '../session/address.ts';
import { sessionValue } from '../session/values.ts';
import { knownSince } from './basis.ts';
import { OWN_SET_UP_NOTE } from './notes.ts';

const Time = Java.type('org.keycloak.common.util.Time');

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
  const kind = kindOfSetUp(executionOf(session));
  if (kind.length === 0) return false;
  const since = Math.max(knownSince(session, tab), Number(tab.getAuthNote(OWN_SET_UP_NOTE) ?? 0));
  if (session.getContext().getHttpRequest().getHttpMethod() === 'POST') {
    lockAccount(session, user.getId());
    SETS_UP.record(session, tab.getTabId());
  }
  return credentialTypesSince(session, user.getId(), since).some((type) => kind.includes(type));
}

/** The action that the request names; the framework reads names of parameters in any case. */
function executionOf(session: KeycloakSession): string | null {
  const name = Object.keys(queryOf(session)).find((one) => one.toLowerCase() === 'execution');
  return name === undefined ? null : queryParameter(session, name);
}

/** Records that this request has set up a credential in its tab, which the tab's next set-up then doesn't take for another tab's. */
export function recordSetUp(session: KeycloakSession, tab: AuthenticationSessionModel): void {
  if (SETS_UP.of(session) === tab.getTabId())
    tab.setAuthNote(OWN_SET_UP_NOTE, String(Time.currentTimeMillis()));
}
