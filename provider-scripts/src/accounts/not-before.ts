/** Keycloak's "not before", by which administrators revoke what was issued earlier: of a realm, a client or a user. */
import type { ClientModel, KeycloakSession, RealmModel, UserModel } from 'keycloak';
import { requireRealm } from '../platform/keycloak/realm.ts';

/**
 * The latest "not before", in Unix seconds: anything issued earlier is revoked, as with Keycloak's tokens. Zero if there is none.
 *
 * @param realm the realm of client and user: the session's, except of an administrator of all realms
 */
export function notBefore(
  session: KeycloakSession,
  client: ClientModel | null,
  user: UserModel | null = null,
  realm: RealmModel = requireRealm(session),
): number {
  return Math.max(
    realm.getNotBefore(),
    client === null ? 0 : client.getNotBefore(),
    user === null ? 0 : session.users().getNotBeforeOfUser(realm, user),
  );
}
