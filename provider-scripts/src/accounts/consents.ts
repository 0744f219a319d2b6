/** A user's consents, per client. */
import type { ClientModel, ClientScopeModel, KeycloakSession, UserModel } from 'keycloak';
import { newEvent } from '../observability/events/event.ts';
import { MILLIS_PER_SECOND } from '../platform/engine/time.ts';
import { requireRealm } from '../platform/keycloak/realm.ts';
import { clientName } from '../realm/branding/client-branding.ts';
import { endOutlivingAt } from './sign-out.ts';

const EventType = Java.type('org.keycloak.events.EventType');
const UserConsentManager = Java.type('org.keycloak.services.managers.UserConsentManager');

/** A consent, as `GET /session/consents` lists it; `granted_at` is in Unix seconds. */
export interface Consent {
  client_id: string;
  client_name: string;
  scopes: string[];
  granted_at: number;
}

/** A consent as Keycloak stores it; `grantedAt` is in Unix seconds. */
interface Granted {
  client: ClientModel;
  scopes: ClientScopeModel[];
  grantedAt: number;
}

export function grantedBy(session: KeycloakSession, user: UserModel): Granted[] {
  const granted: Granted[] = [];
  for (const consent of session.users().getConsentsStream(requireRealm(session), user.getId()).toList()) {
    const client = consent.getClient();
    const scopes: ClientScopeModel[] = [];
    for (const scope of consent.getGrantedClientScopes().toArray()) {
      // A client is listed on its own consent page, for the account's identifier; it isn't a scope.
      if (scope.getId() !== client.getId()) scopes.push(scope);
    }
    const grantedAt = Math.floor(Number(consent.getCreatedDate()) / MILLIS_PER_SECOND);
    granted.push({ client, scopes, grantedAt });
  }
  return granted;
}

/** The same as an endpoint lists them. */
export function consentsOf(session: KeycloakSession, user: UserModel): Consent[] {
  return grantedBy(session, user).map(({ client, scopes, grantedAt }) => ({
    client_id: client.getClientId(),
    client_name: clientName(session, client),
    scopes: scopes.map((scope) => scope.getName()).sort(),
    granted_at: grantedAt,
  }));
}

/** Revokes a consent along with its tokens; the next sign-in asks for consent again. False if there is none. */
export function revokeConsent(session: KeycloakSession, user: UserModel, clientId: string): boolean {
  const realm = requireRealm(session);
  const client = realm.getClientByClientId(clientId);
  if (client === null || session.users().getConsentByClient(realm, user.getId(), client.getId()) === null)
    return false;
  endOutlivingAt(session, user, client);
  newEvent(session).event(EventType.REVOKE_GRANT).user(user).client(client).success();
  return UserConsentManager.revokeConsentToClient(session, client, user);
}
