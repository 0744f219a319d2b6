/** Limits on wrong comparison codes: above them no link is approved until enough time has passed (contract, section 8.2). */
import type { KeycloakSession } from 'keycloak';
import type { LinkRow } from '../../links/magic-link/link.ts';
import { brakeLimit } from '../../realm/rate-limit/brake.ts';
import { isExempt, limitKeyOf } from '../../realm/rate-limit/count.ts';
import type { LimitKey } from '../../realm/rate-limit/rows.ts';

/** The limits that a comparison code typed for a link counts under. */
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
