/** How many wrong digits are allowed: beyond that no link is handed over, until they are long enough ago (contract, section 8.2). */
import type { KeycloakSession } from 'keycloak';
import type { LinkRow } from '../magic-link/link.ts';
import { brakeDemand } from '../rate-limit/brake.ts';
import { demandOf, isExempt } from '../rate-limit/count.ts';
import type { Demand } from '../rate-limit/rows.ts';

/** What digits for a link count under. */
export function digitDemands(session: KeycloakSession, { email, request: { asker } }: LinkRow): Demand[] {
  const network = asker?.network ?? '';
  return [
    demandOf(session, 'hand-off-email', email),
    ...(isExempt(session, network) ? [] : [demandOf(session, 'hand-off-network', network)]),
    brakeDemand('hand-off-realm'),
  ];
}
