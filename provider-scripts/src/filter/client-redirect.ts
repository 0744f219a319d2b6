/** Keycloak redirects browsers to clients at endpoints beside the protocol's: not to one that isn't approved. */
import type { ContainerResponseContext, KeycloakSession } from 'keycloak';
import { findClient, isApproved } from '../client/client.ts';
import { requireRealm } from '../keycloak/base-url.ts';
import { refuseByPage } from '../pages/refuse-by-page.ts';
import type { Guard } from '../request/guard.ts';

const CLIENT_PATH = /\/clients\/(.+)\/redirect\/*$/;

/** Keycloak's response if there is no such client, or it has no URL. */
const NO_CONTENT = 204;

/**
 * Removes the redirect to the URL of a client that the path names, as if there were none; before the response the realm of this path isn't
 * known.
 */
export function redirectToApproved(session: KeycloakSession, response: ContainerResponseContext): void {
  const clientId = CLIENT_PATH.exec(session.getContext().getUri().getPath())?.[1];
  const client = clientId === undefined ? null : requireRealm(session).getClientByClientId(clientId);
  if (client !== null && isApproved(client)) return;
  response.setStatus(NO_CONTENT);
  response.getHeaders().remove('Location');
}

/** The deprecated way for a client to link an account to an identity provider, off by default in Keycloak. */
export const refuseLinking: Guard = (session, request) => {
  const clientId = request.getUriInfo().getQueryParameters().getFirst('client_id') ?? '';
  const found = findClient(requireRealm(session), clientId);
  return 'problem' in found ? refuseByPage(session, found.problem) : null;
};
