/** Finds the link of a token, whatever has become of it. */
import type { ClientModel, KeycloakSession } from 'keycloak';
import { checkRedirectUri, findClient } from '../../client/client.ts';
import { requireRealm } from '../../keycloak/realm.ts';
import { differingClaims } from '../../magic-link/claims.ts';
import type { LinkRow } from '../../magic-link/link.ts';
import { findLink } from '../../magic-link/rows.ts';
import { readLinkToken } from '../../magic-link/token.ts';

/** A link and the client that it signs in to. */
export interface FoundLink {
  row: LinkRow;
  client: ClientModel;
}

/** The link behind a token and its client, or null when the two don't match. */
export function findByToken(session: KeycloakSession, token: string): FoundLink | null {
  const realm = requireRealm(session);
  const claims = readLinkToken(session, token);
  if (claims === null || typeof claims.jti !== 'string' || typeof claims.client_id !== 'string') return null;
  const row = findLink(session, realm.getId(), claims.jti);
  const found = findClient(realm, claims.client_id);
  if (row === null || 'problem' in found || found.client.getId() !== row.clientUuid) return null;
  if (differingClaims(claims, row, found.client.getClientId()).length > 0) return null;
  // Nothing is sent to the redirect URI of one that leads to the client's own page.
  const leads =
    row.request.lands === true || checkRedirectUri(session, found.client, row.request.redirectUri) === null;
  return leads ? { row, client: found.client } : null;
}
