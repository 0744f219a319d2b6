/** Links returned to a backend: they sign in one account, and prove nothing (contract, section 4.14). */
import type { KeycloakSession, UserModel } from 'keycloak';
import { hasAdminRole } from '../account/admin-roles.ts';
import { takesBackendLinks } from '../keycloak/enabled.ts';
import { requireRealm } from '../keycloak/realm.ts';
import type { BackendRequester, GivenBack } from './link.ts';
import { mayGive, permissionsNow } from './requester.ts';

/** What the account of a link's address is when a backend requests the link. */
export function givenFor(
  session: KeycloakSession,
  account: UserModel | null,
  requester: BackendRequester,
): GivenBack {
  const administers = account !== null && hasAdminRole(session, account);
  return { account: account === null ? null : account.getId(), administers, ...requester };
}

/** Whether such a link may still sign in whoever has its address: the same account, and its requester may still have one for it. */
export function stillHolds(session: KeycloakSession, given: GivenBack, account: UserModel | null): boolean {
  if ((account === null ? null : account.getId()) !== given.account) return false;
  return mayStillGive(session, given, account);
}

/** The same for the account that it has signed in, or made, in a tab whose sign-in is in progress. */
export function mayStillGive(session: KeycloakSession, given: GivenBack, account: UserModel | null): boolean {
  if (!takesBackendLinks(requireRealm(session))) return false;
  // An account that has come to administer since is no longer what was asked for.
  if (account !== null && !given.administers && hasAdminRole(session, account)) return false;
  const auth = permissionsNow(session, given);
  return auth !== null && mayGive(session, auth, account, given.administers);
}
