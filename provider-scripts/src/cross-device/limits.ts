/** How many wrong digits are allowed: beyond that no link is approved, until they are long enough ago (contract, section 8.2). */
import type { KeycloakSession } from 'keycloak';
import type { LinkRow } from '../magic-link/link.ts';
import { brakeLimit } from '../rate-limit/brake.ts';
import { isExempt, limitKeyOf } from '../rate-limit/count.ts';
import type { LimitKey } from '../rate-limit/rows.ts';

/** What digits for a link count under. */
export function comparisonCodeLimits(
  session: KeycloakSession,
  { email, request: { requester } }: LinkRow,
): LimitKey[] {
  const network = requester?.network ?? '';
  return [
    limitKeyOf(session, 'comparison-code-email', email),
    ...(isExempt(session, network) ? [] : [limitKeyOf(session, 'comparison-code-network', network)]),
    brakeLimit('comparison-code-realm'),
  ];
}
