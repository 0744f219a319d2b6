/** Checks permissions to request a link; rejects with Keycloak's own 403 (contract, section 4.14). */
import type { AdminPermissionEvaluator, KeycloakSession, UserModel } from 'keycloak';
import { findAccount } from '../../../accounts/account.ts';
import type { ReturnGrant } from '../../../links/magic-link/link.ts';
import { hasLinksRole, mayReturnLink } from '../../../links/magic-link/requester.ts';
import { requireRealm } from '../../../platform/keycloak/realm.ts';

const ForbiddenException = Java.type('jakarta.ws.rs.ForbiddenException');

/**
 * Rejects a caller who may not have a link emailed. Looks up the account only if the permission may be limited to it.
 */
export function requireEmailPermission(
  session: KeycloakSession,
  auth: AdminPermissionEvaluator,
  email: string,
): void {
  if (hasLinksRole(session, auth) || auth.users().canImpersonate()) return;
  const { account } = findAccount(session, requireRealm(session), email);
  if (account === null || !auth.users().canImpersonate(account, null)) throw new ForbiddenException();
}

/** Rejects a caller who may not have a link returned. */
export function requireReturnPermission(
  session: KeycloakSession,
  auth: AdminPermissionEvaluator,
  account: UserModel | null,
  { administers }: ReturnGrant,
): void {
  if (!mayReturnLink(session, auth, account, administers)) throw new ForbiddenException();
}
