/** Reports that a link was rejected: to the meters, the administrators' overview, the link's row, and Keycloak's events. */

import type { KeycloakSession } from 'keycloak';
import { traceRejected } from '../../email/feedback/trace.ts';
import { emit } from '../../observability/events/emit.ts';
import { count } from '../../observability/metrics/count.ts';
import { currentTime } from '../../platform/engine/clock.ts';
import type { LinkRejection } from '../../platform/errors/catalogue/link-rejections.ts';
import { type Problem, problem } from '../../platform/errors/problem.ts';
import type { LinkRow } from './link.ts';
import { recordRejection } from './rows.ts';

/** Returns the problem; `row` is null for a link that isn't known. */
export function reportRejection(
  session: KeycloakSession,
  row: LinkRow | null,
  rejection: LinkRejection | 'referral',
): Problem {
  count(session, 'linkRejected', rejection);
  if (row !== null) {
    recordRejection(session, row.jti, rejection, currentTime());
    traceRejected(session, row.jti, rejection);
  }
  const wrong = problem(rejection === 'referral' ? 'invalid_referral_code' : `link_${rejection}`);
  emit(session, rejection === 'referral' ? 'referral_rejected' : 'link_rejected', {
    error: wrong.code,
    reason: rejection,
  });
  return wrong;
}
