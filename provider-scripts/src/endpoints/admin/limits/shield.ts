/** What the shield has suspected and asked in the last day: also while it is off, which tells what it would ask. */
import type { Response } from 'keycloak';
import type { AdminCall } from '../../../http/request/admin-call.ts';
import { jsonResponse } from '../../../http/response/responses.ts';
import { startOfSpan } from '../../../observability/statistics/overview.ts';
import { shieldCounts } from '../../../observability/statistics/shield.ts';
import { currentTime } from '../../../platform/engine/clock.ts';

export function getShield({ session, auth }: AdminCall): Response {
  auth.realm().requireViewRealm();
  const now = currentTime();
  const from = startOfSpan('day', now);
  const { suspected, suspicions, challenges } = shieldCounts(session, 'day', { from, now });
  return jsonResponse(200, { from, suspected, suspicions, challenges }).build();
}
