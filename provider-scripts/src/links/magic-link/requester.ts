/** Permission to have a link returned: checked when it is requested and again when it is used (contract, section 4.14). */

import type {
  AccessToken as AccessTokenModel,
  AdminPermissionEvaluator,
  ClientModel,
  KeycloakSession,
  RealmModel,
  UserModel,
} from 'keycloak';
import { notBefore } from '../../accounts/not-before.ts';
import { isActive, isApproved } from '../../clients/client.ts';
import { realmIdOf, requireRealm } from '../../platform/keycloak/realm.ts';
import { LINKS_ROLE, LONG_LINKS_ROLE } from '../../platform/keycloak/resources.ts';
import { isLinkgateRealm } from '../../realm/settings/enabled.ts';
import type { BackendRequester } from './link.ts';

const AccessToken = Java.type('org.keycloak.representations.AccessToken');
const Access = Java.type('org.keycloak.representations.AccessToken$Access');
const AdminAuth = Java.type('org.keycloak.services.resources.admin.AdminAuth');
const AdminPermissions = Java.type('org.keycloak.services.resources.admin.fgap.AdminPermissions');
const RoleUtils = Java.type('org.keycloak.models.utils.RoleUtils');

/** Returns the calling administrator or service account, and its client. */
export function requesterOf(auth: AdminPermissionEvaluator): BackendRequester {
  const caller = auth.adminAuth();
  return {
    userId: caller.getUser().getId(),
    realm: caller.getRealm().getId(),
    client: caller.getClient().getId(),
  };
}

/** A requester that can be used. */
interface UsableRequester {
  realm: RealmModel;
  client: ClientModel;
  user: UserModel;
}

/** Finds the requester; null if the account, client or realm can no longer be used. */
function usableRequester(
  session: KeycloakSession,
  { userId, realm: realmId, client: clientUuid }: BackendRequester,
): UsableRequester | null {
  const own = requireRealm(session);
  // An administrator of all realms belongs to another one.
  const realm = realmId === own.getId() ? own : session.realms().getRealm(realmId);
  if (realm === null || !realm.isEnabled()) return null;
  const client = realm.getClientById(clientUuid);
  if (client === null || !isActive(client)) return null;
  if (isLinkgateRealm(realm) && !isApproved(client)) return null;
  const user = session.users().getUserById(realm, userId);
  return user === null || !user.isEnabled() || !mayActFor(client, user) ? null : { realm, client, user };
}

/** Returns the requester's current permissions; null if the account, client or realm can no longer be used. */
export function currentPermissions(
  session: KeycloakSession,
  requester: BackendRequester,
): AdminPermissionEvaluator | null {
  const usable = usableRequester(session, requester);
  if (usable === null) return null;
  const { realm, client, user } = usable;
  const auth = new AdminAuth(realm, tokenOf(realm, user, client), user, client);
  return AdminPermissions.evaluator(session, requireRealm(session), auth);
}

/** What a requester's permissions depend on besides its roles. */
interface RequesterState {
  /** Keycloak's latest *not before* of the client, the account and the realm, in Unix seconds; zero without any. */
  notBefore: number;
  /** The client's credentials, as text. */
  credentials: string;
}

/** Returns it; null if the account, client or realm can no longer be used. */
export function requesterState(session: KeycloakSession, requester: BackendRequester): RequesterState | null {
  const usable = usableRequester(session, requester);
  if (usable === null) return null;
  const { realm, client, user } = usable;
  return {
    notBefore: notBefore(session, client, user, realm),
    credentials: credentialsOf(client),
  };
}

/** A client's credentials, as text: its secret, and the keys of one that signs its requests (in a stock realm). */
function credentialsOf(client: ClientModel): string {
  const keys = KEY_ATTRIBUTES.map((name) => client.getAttribute(name));
  return JSON.stringify([client.getId(), client.getClientAuthenticatorType(), client.getSecret(), ...keys]);
}

/** Keycloak's attributes with a client's keys. */
const KEY_ATTRIBUTES = ['jwt.credential.certificate', 'jwks.string', 'jwks.url'] as const;

/**
 * A token with the account's roles within the client's own scope. Keycloak 26.6 takes roles from it; a newer one from the account and the
 * client, and ignores these.
 */
function tokenOf(realm: RealmModel, user: UserModel, client: ClientModel): AccessTokenModel {
  const token = new AccessToken();
  token.id('linkgate').subject(user.getId()).issuedFor(client.getClientId());
  token.setRealmAccess(new Access());
  for (const role of RoleUtils.getDeepUserRoleMappings(user).toArray()) {
    if (!client.hasScope(role)) continue;
    const owner = role.isClientRole() ? realm.getClientById(role.getContainerId()) : null;
    const access = owner === null ? token.getRealmAccess() : token.addAccess(owner.getClientId());
    access.addRole(role.getName());
  }
  return token;
}

/** Whether a client may act for an account. For a service account, only its own client may, while it can get tokens by its secret. */
function mayActFor(client: ClientModel, user: UserModel): boolean {
  const owner = user.getServiceAccountClientLink();
  if (owner === null) return true;
  return owner === client.getId() && !client.isPublicClient() && client.isServiceAccountsEnabled();
}

/**
 * Whether the requester may have a link returned, which gives access to the account: by Keycloak's permission to impersonate it, or by the
 * realm's role for links if the account has no administrator's role.
 */
export function mayReturnLink(
  session: KeycloakSession,
  auth: AdminPermissionEvaluator,
  account: UserModel | null,
  administers: boolean,
): boolean {
  if (!administers && hasLinksRole(session, auth)) return true;
  return account === null ? auth.users().canImpersonate() : auth.users().canImpersonate(account, null);
}

/**
 * Whether the calling account has the realm's role for links, and its client may use it. Roles in a token don't count, since a mapper can
 * add any; nor do roles of another realm, such as the master realm's.
 */
export function hasLinksRole(session: KeycloakSession, auth: AdminPermissionEvaluator): boolean {
  return hasOwnRole(session, auth, LINKS_ROLE);
}

/** The same for the role for links that are valid for more than a day. */
export function hasLongLinksRole(session: KeycloakSession, auth: AdminPermissionEvaluator): boolean {
  return hasOwnRole(session, auth, LONG_LINKS_ROLE);
}

function hasOwnRole(session: KeycloakSession, auth: AdminPermissionEvaluator, role: string): boolean {
  const caller = auth.adminAuth();
  return caller.getRealm().getId() === realmIdOf(session) && caller.hasRealmRole(role);
}
