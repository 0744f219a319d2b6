/** Finds the client of a link that can still be used. */
import type { ClientModel, KeycloakSession } from 'keycloak';
import { checkRedirectUri, checkSignInAllowed, checkUsable, hasRedirectUri } from '../../clients/client.ts';
import { requireRealm } from '../../platform/keycloak/realm.ts';
import type { LinkRequest, LinkRow } from './link.ts';

const RedirectUtils = Java.type('org.keycloak.protocol.oidc.utils.RedirectUtils');

/** Returns the client; null if it may no longer sign users in, or no longer has the link's redirect URI. */
export function clientOfLink(session: KeycloakSession, { clientUuid, request }: LinkRow): ClientModel | null {
  const client = requireRealm(session).getClientById(clientUuid);
  if (client !== null && request.ofStep !== undefined) return clientOfStep(session, client, request);
  if (client === null || checkUsable(client) !== null || checkSignInAllowed(client) !== null) return null;
  // A link to the client's own page needs an authorization request from there, which names a redirect URI.
  const hasDestination =
    request.lands === true
      ? hasRedirectUri(client)
      : checkRedirectUri(session, client, request.redirectUri) === null;
  return hasDestination ? client : null;
}

/** The client of a link that a step sent in a stock realm: Keycloak's own rules, of any protocol. */
function clientOfStep(
  session: KeycloakSession,
  client: ClientModel,
  { redirectUri }: LinkRequest,
): ClientModel | null {
  if (!client.isEnabled() || client.isBearerOnly()) return null;
  // A flow that no client started, such as a forgotten password's, has none.
  if (redirectUri === '') return client;
  return RedirectUtils.verifyRedirectUri(session, redirectUri, client) === null ? null : client;
}
