/** Access tokens at Keycloak's own APIs: rejected if their client is no longer approved (contract, section 3.3). */
import type { KeycloakSession, Response } from 'keycloak';
import { isApproved } from '../../clients/client.ts';
import { problemResponse } from '../../http/response/responses.ts';
import { requireRealm } from '../../platform/keycloak/realm.ts';
import { invalidTokenProblem } from './oauth/access-token.ts';

const JsonWebToken = Java.type('org.keycloak.representations.JsonWebToken');

/** Whether Keycloak has accepted the token of such a client for this request. */
export function isTokenOfUnapprovedClient(session: KeycloakSession): boolean {
  const [context, realm] = [session.getContext(), requireRealm(session)];
  const token = context.getBearerToken();
  // Administrators may belong to another realm.
  const isOurs = context.getUserSession()?.getRealm().getId() === realm.getId();
  if (!isOurs || !(token instanceof JsonWebToken)) return false;
  const client = realm.getClientByClientId(token.getIssuedFor() ?? '');
  return client !== null && !isApproved(client);
}

/** Rejects such a token in the admin and account APIs, after Keycloak has authenticated the caller and before any action. */
export function rejectUnapproved(session: KeycloakSession): Response | null {
  return isTokenOfUnapprovedClient(session)
    ? problemResponse('protocol', invalidTokenProblem()).build()
    : null;
}
