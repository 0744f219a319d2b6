/** The client of a link, while it may still be used there. */
import type { ClientModel, KeycloakSession } from 'keycloak';
import { checkRedirectUri, checkSignInAllowed, checkUsable, hasRedirectUri } from '../client/client.ts';
import { requireRealm } from '../keycloak/realm.ts';
import type { LinkRow } from './link.ts';

/** The client; null if it no longer signs users in, or no longer has the redirect URI that the link leads to. */
export function clientOfLink(session: KeycloakSession, { clientUuid, request }: LinkRow): ClientModel | null {
  const client = requireRealm(session).getClientById(clientUuid);
  if (client === null || checkUsable(client) !== null || checkSignInAllowed(client) !== null) return null;
  // One that leads to the client's own page waits for a request there, which names a redirect URI.
  const leads =
    request.lands === true
      ? hasRedirectUri(client)
      : checkRedirectUri(session, client, request.redirectUri) === null;
  return leads ? client : null;
}
