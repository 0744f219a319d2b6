/** Finds the client of a link that can still be used. */
import type { ClientModel, KeycloakSession } from 'keycloak';
import { checkRedirectUri, checkSignInAllowed, checkUsable, hasRedirectUri } from '../../clients/client.ts';
import { landingUrl } from '../../clients/landing.ts';
import { IDP_INITIATED_NOTE, isIdpInitiatedAllowed, samlDestination } from '../../clients/saml.ts';
import { requireRealm } from '../../platform/keycloak/realm.ts';
import type { LinkRequest, LinkRow, StepRequest } from './link.ts';

const RedirectUtils = Java.type('org.keycloak.protocol.oidc.utils.RedirectUtils');

/** Returns the client; null if it may no longer sign users in, or no longer has the link's redirect URI. */
export function clientOfLink(session: KeycloakSession, { clientUuid, request }: LinkRow): ClientModel | null {
  const client = requireRealm(session).getClientById(clientUuid);
  const { ofStep } = request;
  if (client !== null && ofStep !== undefined) return clientOfStep(session, client, request, ofStep);
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
  request: LinkRequest,
  { protocol }: StepRequest,
): ClientModel | null {
  const { redirectUri, lands, notes } = request;
  if (!client.isEnabled() || client.isBearerOnly()) return null;
  if (request.byBackend === true && !mayStart(client, request, protocol)) return null;
  if (lands === true) return landingUrl(session, client, '', '') === null ? null : client;
  if (notes[IDP_INITIATED_NOTE] !== undefined)
    return isIdpInitiatedAllowed(client) && samlDestination(client)?.url === redirectUri ? client : null;
  // A flow that no client started, such as a forgotten password's, has none.
  if (redirectUri === '') return client;
  return RedirectUtils.verifyRedirectUri(session, redirectUri, client) === null ? null : client;
}

/** Keycloak's default for clients without one. */
const OPENID_CONNECT = 'openid-connect';

/** Whether a client has what a backend's link needed when it was requested: no request of a browser has asked for it. */
function mayStart(client: ClientModel, { lands, notes }: LinkRequest, protocol: string): boolean {
  if ((client.getProtocol() ?? OPENID_CONNECT) !== protocol) return false;
  if (protocol !== OPENID_CONNECT) return true;
  if (checkSignInAllowed(client) !== null) return false;
  return lands === true || !client.isPublicClient() || notes.code_challenge !== undefined;
}
