/** Keycloak leads browsers to the address of any client that a path names; of one that isn't approved it answers as of an unknown one. */
import type { ContainerResponseContext, KeycloakSession } from 'keycloak';
import { isApproved } from '../client/client.ts';
import { requireRealm } from '../keycloak/base-url.ts';

const CLIENT_PATH = /\/clients\/(.+)\/redirect\/*$/;

/** What Keycloak answers where there is no such client, or no address of it. */
const NO_CONTENT = 204;

/** Takes the address out of such an answer. The realm of this path isn't known before. */
export function leadToApproved(session: KeycloakSession, response: ContainerResponseContext): void {
  const clientId = CLIENT_PATH.exec(session.getContext().getUri().getPath())?.[1];
  const client = clientId === undefined ? null : requireRealm(session).getClientByClientId(clientId);
  if (client !== null && isApproved(client)) return;
  response.setStatus(NO_CONTENT);
  response.getHeaders().remove('Location');
}
