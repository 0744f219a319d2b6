/** Finds the link that a token stands for, whatever has become of it. */
import type { ClientModel, KeycloakSession } from 'keycloak';
import { requireRealm } from '../../protocol/base-url.ts';
import { checkRedirectUri, findClient } from '../../protocol/client.ts';
import { differingClaims } from '../claims.ts';
import type { LinkRow } from '../link.ts';
import { findLink } from '../rows.ts';
import { readLinkToken } from '../token.ts';

/** A link and the client that it signs in to. */
export interface FoundLink {
  row: LinkRow;
  client: ClientModel;
}

/** The link behind a token and its client, or null when anything about the two doesn't fit together. */
export function findByToken(session: KeycloakSession, token: string): FoundLink | null {
  const realm = requireRealm(session);
  const claims = readLinkToken(session, token);
  if (claims === null || typeof claims.jti !== 'string' || typeof claims.client_id !== 'string') return null;
  const row = findLink(session, realm.getId(), claims.jti);
  const found = findClient(realm, claims.client_id);
  if (row === null || 'problem' in found || found.client.getId() !== row.clientUuid) return null;
  if (differingClaims(claims, row, found.client.getClientId()).length > 0) return null;
  return checkRedirectUri(session, found.client, row.request.redirectUri) === null
    ? { row, client: found.client }
    : null;
}
