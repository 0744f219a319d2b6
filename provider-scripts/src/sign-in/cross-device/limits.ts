/** Limits on wrong comparison codes: above them no link is approved until enough time has passed (contract, section 8.2). */
import type { KeycloakSession } from 'keycloak';
import type { LinkRow } from '../../links/magic-link/link.ts';
import { brakeLimit } from '../../realm/limits/brake.ts';
import { isExempt, limitKeyOf } from '../../realm/limits/count.ts';
import type { LimitKey } from '../../realm/limits/rows.ts';

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
