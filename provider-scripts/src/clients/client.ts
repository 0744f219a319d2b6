/** Finds the client that a request names and checks whether it may send users to sign in. */

import type { ClientModel, KeycloakSession, RealmModel } from 'keycloak';
import { isAlteredByKeycloak } from '../platform/engine/control-characters.ts';
import { type Problem, problem } from '../platform/errors/problem.ts';
import type { Approval } from '../realm/settings/choices.ts';
import { settingOf } from '../realm/settings/of.ts';
import { CLIENT } from '../realm/settings/table.ts';
import { UNKNOWN_STATES } from './approval.ts';
import { BUILT_IN_CLIENTS } from './built-in-clients.ts';
import type { ClientFacts } from './read-client.ts';

const RedirectUtils = Java.type('org.keycloak.protocol.oidc.utils.RedirectUtils');

/** Whether an identifier is one of Keycloak's own clients. */
export function isBuiltIn(clientId: string | null | undefined): boolean {
  return clientId !== null && clientId !== undefined && BUILT_IN_CLIENTS.includes(clientId);
}

/** The state of a client's approval. */
export function approvalOf(client: ClientFacts): Approval {
  return settingOf(client, CLIENT.approval);
}

/** Whether a client is approved. */
export function isApproved(client: ClientFacts): boolean {
  return approvalOf(client) === 'approved';
}

/** Whether a client's tokens are bound to its key (RFC 9449); its requests then need a proof. */
export function requiresProof(client: ClientFacts): boolean {
  return !isBuiltIn(client.getClientId()) && settingOf(client, CLIENT.dpop) === 'required';
}

/** Whether a client was rejected or deleted; the responses treat it as unknown. */
export function isRejectedOrDeleted(client: ClientFacts): boolean {
  return UNKNOWN_STATES.includes(approvalOf(client));
}

/** Whether a client is disabled, rejected or deleted; the responses treat it as unknown. */
export function isDisabledOrDeleted(client: ClientFacts): boolean {
  return !client.isEnabled() || isRejectedOrDeleted(client);
}

/** Finds an existing client, approved or not; null if it is unknown, disabled or deleted, which responses don't distinguish. */
export function findActiveClient(realm: RealmModel, clientId: string): ClientModel | null {
  const client = realm.getClientByClientId(clientId);
  return client !== null && isActive(client) ? client : null;
}

/** Whether a client can be used at all: enabled, not deleted, not bearer-only, and of OpenID Connect. */
export function isActive(client: ClientFacts): boolean {
  return isActiveAt(client, approvalOf(client));
}

function isActiveAt(client: ClientFacts, approval: Approval): boolean {
  if (!client.isEnabled() || UNKNOWN_STATES.includes(approval) || client.isBearerOnly()) return false;
  return [null, 'openid-connect'].includes(client.getProtocol());
}

/** Checks a client that a request names without its secret; null if it can be used. */
export function checkUsable(client: ClientFacts): Problem | null {
  const approval = approvalOf(client);
  if (!isActiveAt(client, approval)) return problem('invalid_client');
  return approval === 'approved' ? null : problem('client_not_approved');
}

/** Finds a client that a request names without its secret, or returns why it can't be used. */
export function findClient(
  realm: RealmModel,
  clientId: string,
): { client: ClientModel } | { problem: Problem } {
  const client = realm.getClientByClientId(clientId);
  if (client === null) return { problem: problem('invalid_client') };
  const wrong = checkUsable(client);
  return wrong === null ? { client } : { problem: wrong };
}

/** Returns the client's initiate login URI; null if it has none. */
export function initiateLoginOf(client: ClientModel): string | null {
  return settingOf(client, CLIENT.initiateLoginUri) || null;
}

/** Checks that a client may send users to sign in; null if it may. */
export function checkSignInAllowed(client: ClientModel): Problem | null {
  if (client.isStandardFlowEnabled()) return null;
  return problem('code_flow_not_configured', { parameter: 'client_id' });
}

/** Whether a client has any redirect URI, so that it can start an authorization request. */
export function hasRedirectUri(client: ClientModel): boolean {
  return !client.getRedirectUris().isEmpty();
}

/** Validates a redirect URI: absolute, without a fragment, and registered for the client. */
export function checkRedirectUri(
  session: KeycloakSession,
  client: ClientModel,
  redirectUri: string,
): Problem | null {
  const parameter = 'redirect_uri';
  if (!/^[A-Za-z][A-Za-z0-9+.-]*:\S+$/.test(redirectUri)) return problem('uri_not_absolute', { parameter });
  if (isAlteredByKeycloak(redirectUri)) return problem('control_characters', { parameter });
  if (redirectUri.includes('#')) return problem('uri_with_fragment', { parameter });
  const resolved = RedirectUtils.verifyRedirectUri(session, redirectUri, client);
  if (resolved === redirectUri) return null;
  if (resolved === null) {
    const at = { parameter, identifier: 'redirect_uri_mismatch' } as const;
    return problem('not_registered_for_client', { ...at, client_id: client.getClientId() });
  }
  // Keycloak replaces it by a page of its own (`urn:ietf:wg:oauth:2.0:oob`), which a link can't lead to.
  return problem('uri_not_supported', { parameter, uri: redirectUri });
}
