/** Finds the link of a token, in any state. */
import type { ClientModel, KeycloakSession } from 'keycloak';
import { requireRealm } from '../../platform/keycloak/realm.ts';
import { differingClaims } from './claims.ts';
import { clientOfLink } from './client.ts';
import { findLinkToUse } from './interrupted.ts';
import type { LinkRow } from './link.ts';
import { readLinkToken } from './token.ts';

/** Returns the link and its client, null if that can no longer be used; null if the token doesn't match a link. */
export function findByToken(
  session: KeycloakSession,
  token: string,
): { row: LinkRow; client: ClientModel | null } | null {
  const claims = readLinkToken(session, token);
  if (claims === null || typeof claims.jti !== 'string') return null;
  const row = findLinkToUse(session, claims.jti);
  if (row === null) return null;
  const client = clientOfLink(session, row);
  const clientId = (client ?? requireRealm(session).getClientById(row.clientUuid))?.getClientId() ?? '';
  return differingClaims(claims, row, clientId).length > 0 ? null : { row, client };
}
