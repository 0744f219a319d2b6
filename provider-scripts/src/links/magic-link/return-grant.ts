/** Links returned to a backend: they sign in one account, but don't prove control of its address (contract, section 4.14). */

import type { AdminPermissionEvaluator, KeycloakSession, UserModel } from 'keycloak';
import { hasAdminRole } from '../../accounts/admin-roles.ts';
import { isSecondRevokedBy } from '../../accounts/revoked-by.ts';
import { currentTime } from '../../platform/engine/clock.ts';
import { isKeyedHash, keyedHash } from '../../platform/keycloak/keyed-hash.ts';
import { requireRealm } from '../../platform/keycloak/realm.ts';
import { allowsBackendLinks } from '../../realm/settings/enabled.ts';
import type { BackendRequester, RequesterGrant, ReturnGrant } from './link.ts';
import { currentPermissions, hasLongLinksRole, mayReturnLink, requesterState } from './requester.ts';

/** Records the account of a link's address, and the requester, when a backend requests the link. */
export function grantFor(
  session: KeycloakSession,
  account: UserModel | null,
  requester: BackendRequester,
): ReturnGrant {
  const administers = account !== null && hasAdminRole(session, account);
  return {
    account: account === null ? null : account.getId(),
    administers,
    ...requesterGrant(session, requester),
  };
}

/** Records what the requester's permission comes from. */
export function requesterGrant(session: KeycloakSession, requester: BackendRequester): RequesterGrant {
  return {
    ...requester,
    issuedAt: currentTime(),
    credentialsKey: keyedHash(session, requesterState(session, requester)?.credentials ?? ''),
  };
}

/**
 * The requester's current permissions; null once what they came from has ended: by Keycloak's *not before* of its client, account or realm, with the
 * credentials of its client, or by the realm's setting.
 */
export function grantedPermissions(
  session: KeycloakSession,
  grant: RequesterGrant,
): AdminPermissionEvaluator | null {
  if (!allowsBackendLinks(requireRealm(session))) return null;
  const state = requesterState(session, grant);
  if (state === null || !isKeyedHash(session, grant.credentialsKey ?? '', state.credentials)) return null;
  return isSecondRevokedBy(state.notBefore, grant.issuedAt) ? null : currentPermissions(session, grant);
}

/** Whether a returned link may still sign in: its address belongs to the same account, and its requester still has the permission. */
export function isGrantValid(
  session: KeycloakSession,
  grant: ReturnGrant,
  account: UserModel | null,
): boolean {
  if ((account === null ? null : account.getId()) !== grant.account) return false;
  return mayStillReturnLink(session, grant, account);
}

/** Whether the requester still has the permission for an account, also while a tab that the link signed in continues. */
export function mayStillReturnLink(
  session: KeycloakSession,
  grant: ReturnGrant,
  account: UserModel | null,
): boolean {
  // The permission doesn't cover an account that has become an administrator since.
  if (account !== null && !grant.administers && hasAdminRole(session, account)) return false;
  const auth = grantedPermissions(session, grant);
  if (auth === null || (grant.isLong === true && !hasLongLinksRole(session, auth))) return false;
  return mayReturnLink(session, auth, account, grant.administers);
}
