/** Finds the link of a token, in any state. */
import type { KeycloakSession } from 'keycloak';
import { type Opening, openingParameter } from '../../http/pages/opening-steps.ts';
import type { Found } from '../../http/request/steps.ts';
import { differingClaims } from '../../links/magic-link/claims.ts';
import { clientOfLink } from '../../links/magic-link/client.ts';
import { findLink as findRow } from '../../links/magic-link/rows.ts';
import { readLinkToken } from '../../links/magic-link/token.ts';
import { linkTokenIn } from '../../links/magic-link/token-text.ts';
import { requireRealm } from '../../platform/keycloak/realm.ts';
import { applyLinkLocale } from '../../realm/language/selector.ts';
import type { FoundLink, WithLink } from './known.ts';
import { rejectLink } from './reject.ts';

/** Finds the link of the request's token; from here on the response is in the link's language, and for its client. */
export function findLink(opening: Opening): Found<WithLink> {
  const { session } = opening;
  const given = openingParameter(opening, 'token');
  const token = given === null ? null : linkTokenIn(given);
  const link = token === null ? null : findByToken(session, token);
  if (token === null || link === null) return { response: rejectLink(session, 'invalid') };
  session.getContext().setClient(link.client);
  applyLinkLocale(session, link.row);
  const retry = link.row.request.returnGrant === undefined ? token : null;
  return { found: { token, link, retry } };
}

/** The link behind a token and its client; null if the token doesn't match the link, or its client can no longer be used. */
function findByToken(session: KeycloakSession, token: string): FoundLink | null {
  const claims = readLinkToken(session, token);
  if (claims === null || typeof claims.jti !== 'string') return null;
  const row = findRow(session, requireRealm(session).getId(), claims.jti);
  const client = row === null ? null : clientOfLink(session, row);
  if (row === null || client === null) return null;
  return differingClaims(claims, row, client.getClientId()).length > 0 ? null : { row, client };
}
