/** The realm's statistics over an hour, a day or a month. */

import type { Response } from 'keycloak';
import { hasFeedback } from '../../../email/feedback/record.ts';
import { type AdminCall, queryValue } from '../../../http/request/admin-call.ts';
import { invalidFieldsResponse, jsonResponse } from '../../../http/response/responses.ts';
import { flushTallies } from '../../../observability/statistics/flush.ts';
import {
  overview,
  SPANS,
  type Span,
  secondsOf,
  startOfSpan,
} from '../../../observability/statistics/overview.ts';
import { QUESTIONS } from '../../../observability/statistics/questions.ts';
import { readStatistics } from '../../../observability/statistics/rows.ts';
import { currentTime } from '../../../platform/engine/clock.ts';
import { fieldProblem } from '../../../platform/errors/problem.ts';
import { requireRealm } from '../../../platform/keycloak/realm.ts';

/** Returns this node's current counts and the other nodes' recently stored ones. */
export function getOverview({ session, auth }: AdminCall): Response {
  auth.realm().requireViewRealm();
  const span = queryValue(session, 'span') ?? 'day';
  const spans = Object.keys(SPANS);
  if (!isSpan(span))
    return invalidFieldsResponse([fieldProblem('span', 'not_one_of', { choices: spans.join(', ') })]);
  flushTallies(session);
  const now = currentTime();
  const from = startOfSpan(span, now);
  const realmId = requireRealm(session).getId();
  const length = secondsOf(span);
  const { series, sums, mailboxes } = QUESTIONS;
  const counted = readStatistics(session, realmId, series[span], { from, now });
  const before = readStatistics(session, realmId, sums[span], { from: from - length, now: now - length });
  const byHost = readStatistics(session, realmId, mailboxes[span], { from, now });
  const reports = hasFeedback(session);
  return jsonResponse(200, { ...overview(span, now, counted, before, byHost), reports }).build();
}

function isSpan(text: string): text is Span {
  return Object.hasOwn(SPANS, text);
}
