/** Keycloak's "not before", by which administrators revoke what was issued earlier: of a realm, a client or a user. */
import type { ClientModel, KeycloakSession, UserModel } from 'keycloak';
import { requireRealm } from '../keycloak/realm.ts';

/** The latest of them, in Unix seconds: whatever was issued earlier was revoked, as Keycloak judges tokens. Zero if there is none. */
export function notBefore(
  session: KeycloakSession,
  client: ClientModel | null,
  user: UserModel | null = null,
): number {
  const realm = requireRealm(session);
  return Math.max(
    realm.getNotBefore(),
    client === null ? 0 : client.getNotBefore(),
    user === null ? 0 : session.users().getNotBeforeOfUser(realm, user),
  );
}
