/** A user's consents, per client. */
import type { KeycloakSession, UserModel } from 'keycloak';
import { clientName } from '../../branding/client-branding.ts';
import type { JsonValue } from '../../engine/json-value.ts';
import { MILLIS_PER_SECOND } from '../../engine/time.ts';
import { requireRealm } from '../../keycloak/realm.ts';

/** The consents as `GET /session/consents` lists them; `granted_at` is in Unix seconds. */
export function consentsOf(session: KeycloakSession, user: UserModel): JsonValue[] {
  const consents: JsonValue[] = [];
  for (const consent of session.users().getConsentsStream(requireRealm(session), user.getId()).toList()) {
    const client = consent.getClient();
    const scopes: string[] = [];
    for (const scope of consent.getGrantedClientScopes().toArray()) {
      // A client is listed on its own consent page, for the account's identifier; it isn't a scope.
      if (scope.getId() !== client.getId()) scopes.push(scope.getName());
    }
    consents.push({
      client_id: client.getClientId(),
      client_name: clientName(session, client),
      scopes: scopes.sort(),
      granted_at: Math.floor(Number(consent.getCreatedDate()) / MILLIS_PER_SECOND),
    });
  }
  return consents;
}
