/** How many wrong digits are allowed: beyond that no link is handed over, until they are long enough ago (contract, section 8.2). */
import type { KeycloakSession } from 'keycloak';
import { fixedRate } from '../limits/limits.ts';
import type { LinkRow } from '../magic-link/link.ts';
import { brakeDemand } from '../rate-limit/brake.ts';
import { isExempt } from '../rate-limit/count.ts';
import type { Demand } from '../rate-limit/rows.ts';

/** What digits for a link count under. */
export function digitDemands(session: KeycloakSession, { email, request: { asker } }: LinkRow): Demand[] {
  const network = asker?.network ?? '';
  const ofNetwork: Demand = {
    policy: 'hand-off-network',
    caller: network,
    rate: fixedRate('hand-off-network'),
  };
  return [
    { policy: 'hand-off-email', caller: email, rate: fixedRate('hand-off-email') },
    ...(isExempt(session, network) ? [] : [ofNetwork]),
    brakeDemand('hand-off-realm'),
  ];
}
