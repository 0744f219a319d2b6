/** Links returned to a backend: they sign in one account, and prove nothing (contract, section 4.14). */
import type { KeycloakSession, UserModel } from 'keycloak';
import { hasAdminRole } from '../account/admin-roles.ts';
import { requireRealm } from '../keycloak/base-url.ts';
import { takesBackendLinks } from '../keycloak/enabled.ts';
import type { GivenBack } from './link.ts';

/** What the account of a link's address is when a backend requests the link. */
export function givenFor(session: KeycloakSession, account: UserModel | null, by: string): GivenBack {
  const administers = account !== null && hasAdminRole(session, account);
  return { account: account === null ? null : account.getId(), administers, by };
}

/** Whether such a link may still sign in whoever has its address: the same account, and not an administrator unless it was one then. */
export function stillHolds(session: KeycloakSession, given: GivenBack, account: UserModel | null): boolean {
  if (!takesBackendLinks(requireRealm(session))) return false;
  if ((account === null ? null : account.getId()) !== given.account) return false;
  return account === null || given.administers || !hasAdminRole(session, account);
}
