/** Finds the client of a link that can still be used. */
import type { ClientModel, KeycloakSession } from 'keycloak';
import { checkRedirectUri, checkSignInAllowed, checkUsable, hasRedirectUri } from '../client/client.ts';
import { requireRealm } from '../keycloak/realm.ts';
import type { LinkRow } from './link.ts';

/** Returns the client; null if it may no longer sign users in, or no longer has the link's redirect URI. */
export function clientOfLink(session: KeycloakSession, { clientUuid, request }: LinkRow): ClientModel | null {
  const client = requireRealm(session).getClientById(clientUuid);
  if (client === null || checkUsable(client) !== null || checkSignInAllowed(client) !== null) return null;
  // A link to the client's own page needs an authorization request from there, which names a redirect URI.
  const hasDestination =
    request.lands === true
      ? hasRedirectUri(client)
      : checkRedirectUri(session, client, request.redirectUri) === null;
  return hasDestination ? client : null;
}
