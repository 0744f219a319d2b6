/** The destination of a link that doesn't complete its client's own authorization request. */
import type { ClientModel, KeycloakSession } from 'keycloak';
import { initiateLoginOf } from '../../clients/client.ts';
import { initiateLoginUrl } from '../../clients/initiate-login.ts';
import { landingUrl } from '../../clients/landing.ts';
import type { LinkRow } from '../../links/magic-link/link.ts';
import { baseUrl } from '../../platform/keycloak/base-url.ts';

/** Null for a link that completes the client's request; empty if the client no longer has a destination. */
export function destinationOf(
  session: KeycloakSession,
  { request, email }: LinkRow,
  client: ClientModel,
): string | null {
  if (request.lands) return landingUrl(session, client, baseUrl(session), email) ?? '';
  if (!request.initiates) return null;
  const loginUri = initiateLoginOf(client);
  return loginUri === null ? '' : initiateLoginUrl(loginUri, baseUrl(session), email);
}
