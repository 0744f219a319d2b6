/** Keycloak redirects browsers to the URL of any client that a path names; one that isn't approved gets the same response as an unknown one. */
import type { ContainerResponseContext, KeycloakSession } from 'keycloak';
import { isApproved } from '../client/client.ts';
import { requireRealm } from '../keycloak/base-url.ts';

const CLIENT_PATH = /\/clients\/(.+)\/redirect\/*$/;

/** Keycloak's response if there is no such client, or it has no URL. */
const NO_CONTENT = 204;

/** Removes the redirect from such a response; before the response the realm of this path isn't known. */
export function redirectToApproved(session: KeycloakSession, response: ContainerResponseContext): void {
  const clientId = CLIENT_PATH.exec(session.getContext().getUri().getPath())?.[1];
  const client = clientId === undefined ? null : requireRealm(session).getClientByClientId(clientId);
  if (client !== null && isApproved(client)) return;
  response.setStatus(NO_CONTENT);
  response.getHeaders().remove('Location');
}
