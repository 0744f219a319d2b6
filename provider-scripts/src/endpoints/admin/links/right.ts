/** Who may request which link; Keycloak's own 403 for anybody else (contract, section 4.14). */
import type { AdminPermissionEvaluator, KeycloakSession, UserModel } from 'keycloak';
import { findAccount } from '../../../account/account.ts';
import { LINKS_ROLE } from '../../../ids.ts';
import { requireRealm } from '../../../keycloak/base-url.ts';
import type { GivenBack } from '../../../magic-link/link.ts';

const ForbiddenException = Java.type('jakarta.ws.rs.ForbiddenException');

/**
 * Ends the request of a caller who may not have a link mailed. An account is looked up only if the permission may be for that one alone.
 */
export function requireMailing(
  session: KeycloakSession,
  auth: AdminPermissionEvaluator,
  email: string,
): void {
  if (hasLinksRole(session, auth) || auth.users().canImpersonate()) return;
  requireImpersonation(auth, findAccount(session, requireRealm(session), email).account);
}

/**
 * Ends the request of a caller who may not get a link back, which is as good as the account: that takes Keycloak's permission, or the role
 * if the account administers nothing.
 */
export function requireGiving(
  session: KeycloakSession,
  auth: AdminPermissionEvaluator,
  account: UserModel | null,
  { administers }: GivenBack,
): void {
  if (!administers && hasLinksRole(session, auth)) return;
  requireImpersonation(auth, account);
}

function requireImpersonation(auth: AdminPermissionEvaluator, account: UserModel | null): void {
  if (account !== null) auth.users().requireImpersonate(account);
  else if (!auth.users().canImpersonate()) throw new ForbiddenException();
}

/**
 * Whether the calling account has the realm's role, and its client may use it. A token's roles don't count: a mapper can make them up. Nor
 * does a role of another realm, such as that of all administrators.
 */
function hasLinksRole(session: KeycloakSession, auth: AdminPermissionEvaluator): boolean {
  const caller = auth.adminAuth();
  return caller.getRealm().getId() === requireRealm(session).getId() && caller.hasRealmRole(LINKS_ROLE);
}
