/** Finds the client that a request names and judges whether it may send people to sign in. */
import type { ClientModel, KeycloakSession, RealmModel } from 'keycloak';
import { type Problem, problem } from './problem.ts';

const RedirectUtils = Java.type('org.keycloak.protocol.oidc.utils.RedirectUtils');

/** The client attribute that an administrator approves a client with. */
export const APPROVAL_ATTRIBUTE = 'linkgate.approval';

/** A client by its identifier, or why it can't be used. One text for unknown, disabled and deleted clients. */
export function findClient(
  realm: RealmModel,
  clientId: string,
): { client: ClientModel } | { problem: Problem } {
  const client = realm.getClientByClientId(clientId);
  const approval = client?.getAttribute(APPROVAL_ATTRIBUTE) ?? 'approved';
  if (client === null || !client.isEnabled() || client.isBearerOnly() || approval === 'deleted') {
    return { problem: problem('invalid_client') };
  }
  if (client.getProtocol() !== null && client.getProtocol() !== 'openid-connect')
    return { problem: problem('invalid_client') };
  if (approval !== 'approved') return { problem: problem('client_not_approved') };
  if (!client.isStandardFlowEnabled()) {
    return {
      problem: problem('unauthorized_client', 'client_id: not configured for the authorization code flow'),
    };
  }
  return { client };
}

/** Judges a redirect URI: absolute, without a fragment, and registered for the client. */
export function checkRedirectUri(
  session: KeycloakSession,
  client: ClientModel,
  redirectUri: string,
): Problem | null {
  if (!/^[A-Za-z][A-Za-z0-9+.-]*:\S+$/.test(redirectUri))
    return problem('invalid_request', 'redirect_uri: not an absolute URI');
  if (redirectUri.includes('#')) return problem('invalid_request', 'redirect_uri: must not have a fragment');
  if (RedirectUtils.verifyRedirectUri(session, redirectUri, client) === null) {
    return problem(
      'unauthorized_client',
      `redirect_uri: not registered for client "${client.getClientId()}"`,
    );
  }
  return null;
}
