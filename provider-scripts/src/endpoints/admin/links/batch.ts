/** Lists of users who get a link each, in a stock realm: `…/linkgate/link-batches` (contract, section 4.14). */

import type { ClientModel, KeycloakSession, Response } from 'keycloak';
import { hasAdminRole } from '../../../accounts/admin-roles.ts';
import { smtpSettings } from '../../../email/smtp.ts';
import { canSendTo } from '../../../email/smtp-properties.ts';
import { type AdminCall, idOf, withObject, withPage } from '../../../http/request/admin-call.ts';
import { pageOfRows, rowsToSelect } from '../../../http/request/paging.ts';
import {
  adminProblemResponse,
  invalidFieldsResponse,
  jsonResponse,
  notFoundResponse,
} from '../../../http/response/responses.ts';
import type { BatchRow } from '../../../links/batch/batch.ts';
import { findBatch, listBatches, startBatch, stopBatch } from '../../../links/batch/rows.ts';
import { startSending } from '../../../links/batch/runner.ts';
import type { BatchRequest } from '../../../links/magic-link/batch/batch.ts';
import {
  type CountedState,
  countLines,
  findBatchRequest,
  insertLinkBatch,
  type NewLine,
} from '../../../links/magic-link/batch/rows.ts';
import type { LineUser } from '../../../links/magic-link/link.ts';
import { hasLinksRole, requesterOf } from '../../../links/magic-link/requester.ts';
import { requesterGrant } from '../../../links/magic-link/return-grant.ts';
import { MAX_REQUEST_LENGTH } from '../../../links/magic-link/rows.ts';
import { checkNewLink } from '../../../links/magic-link/send.ts';
import { emitAdminEvent } from '../../../observability/events/admin-event.ts';
import { newRowId } from '../../../platform/database/row-id.ts';
import { inOwnTransaction, inRetriedTransaction, readFresh } from '../../../platform/database/sql.ts';
import { currentTime } from '../../../platform/engine/clock.ts';
import type { JsonValue } from '../../../platform/engine/json-value.ts';
import {
  type FieldProblem,
  fieldProblem,
  invalidFields,
  type Problem,
  problem,
} from '../../../platform/errors/problem.ts';
import { realmIdOf, requireRealm } from '../../../platform/keycloak/realm.ts';
import { ADMIN_RESOURCE } from '../../../platform/keycloak/resources.ts';
import { listedLinkLimits } from '../../../realm/limits/count.ts';
import { allowsBackendLinks, isLinkgateRealm } from '../../../realm/settings/enabled.ts';
import { administratorOf } from '../administrator.ts';
import {
  LINK_BATCH_FIELDS,
  type LinkBatchRequest,
  MAX_BATCH_BYTES,
  MAX_DETAILS,
  ofLine,
  readLinkBatch,
} from './batch-body.ts';
import { LINK_BATCHES, requestOfLine } from './batch-line.ts';
import { OFF } from './endpoint.ts';
import { readIdempotencyKey } from './idempotency.ts';
import { isLong, lifetimeProblem, newStepLink, unknownActions, unknownTemplate } from './step.ts';
import { type FoundUser, findGiven, recipientProblem, requireSendPermission } from './step-account.ts';
import { type Target, targetOf } from './step-target.ts';

const ForbiddenException = Java.type('jakarta.ws.rs.ForbiddenException');

const ONLY_FOR_STEPS = problem('link_lists_only_for_steps');
const WRONG_STATE = problem('list_state_forbids');

/** How many users are looked up with one session, which holds what it has read. */
const LOOKUP_BATCH_SIZE = 200;

/** Stores a list and sends it, if all of it is valid; a dry run only validates it. */
export function createLinkBatch(call: AdminCall): Response {
  const { session, auth } = call;
  const realm = requireRealm(session);
  if (!allowsBackendLinks(realm)) return adminProblemResponse(OFF);
  if (isLinkgateRealm(realm)) return adminProblemResponse(ONLY_FOR_STEPS);
  // Reading so many lines isn't for any caller; for whom each link may be sent is checked by line.
  const users = auth.users();
  if (!hasLinksRole(session, auth) && !users.canQuery() && !users.canImpersonate())
    throw new ForbiddenException();
  return withObject(
    call,
    LINK_BATCH_FIELDS,
    (object) => {
      const read = readLinkBatch(object);
      return 'details' in read ? invalidFieldsResponse(read.details) : create(call, read.batch);
    },
    MAX_BATCH_BYTES,
  );
}

function create(call: AdminCall, given: LinkBatchRequest): Response {
  const { session, auth } = call;
  const key = readIdempotencyKey(call, given);
  if (key !== null && 'details' in key) return invalidFieldsResponse(key.details);
  const requestKey = key === null ? null : key.requestKey;
  const id = key === null ? newRowId() : key.jti;
  // Also if its users have changed since.
  const earlier = key === null || given.isDryRun ? null : findBatchRequest(session, id);
  if (earlier !== null) return repeatedResponse(call, id, earlier, requestKey);
  const checked = checkLines(call, given);
  if ('problem' in checked) return adminProblemResponse(checked.problem);
  const { client, lines } = checked;
  const batchRequest: BatchRequest = {
    shared: given.shared,
    grant: requesterGrant(session, requesterOf(auth)),
    requestKey,
  };
  const request = JSON.stringify(batchRequest);
  if (request.length > MAX_REQUEST_LENGTH) return adminProblemResponse(problem('request_too_long'));
  if (given.isDryRun) return jsonResponse(200, { users: lines.length }).build();
  const now = currentTime();
  const batch = { id, createdBy: administratorOf(auth), clientUuid: client.getId(), request, lines };
  const concurrent = inRetriedTransaction<BatchRequest | null>(session, (own) => {
    const stored = key === null ? null : findBatchRequest(own, id);
    if (stored === null) insertLinkBatch(own, batch, now);
    return stored;
  });
  if (concurrent !== null) return repeatedResponse(call, id, concurrent, requestKey);
  startSending(session.getKeycloakSessionFactory(), realmIdOf(session), LINK_BATCHES);
  emitBatchEvent(call, 'CREATE', id, { client_id: client.getClientId(), users: lines.length });
  return respondOne(call, id, 201);
}

function repeatedResponse(call: AdminCall, id: string, earlier: BatchRequest, requestKey: string | null) {
  return earlier.requestKey === requestKey
    ? respondOne(call, id, 201)
    : adminProblemResponse(problem('idempotency_key_used'));
}

/** The client and the lines with their users as found, or what is wrong with them. Checks permissions for all users before it tells anything of any. */
function checkLines(
  call: AdminCall,
  { shared, lines }: LinkBatchRequest,
): { client: ClientModel; lines: NewLine[] } | { problem: Problem } {
  const { session, auth } = call;
  const [first] = lines;
  if (first === undefined) throw new Error('a list without lines');
  readFresh(session, (fresh) => requireSendPermission(session, auth, findGiven(fresh, first.user).account));
  const smtp = smtpSettings(session);
  const target = targetOf(session, requestOfLine(shared, first), null);
  const found: NewLine[] = [];
  const details: FieldProblem[] = [];
  const seen = new Map<string, number>();
  for (let start = 0; start < lines.length; start += LOOKUP_BATCH_SIZE)
    readFresh(session, (fresh) => {
      for (let index = start; index < Math.min(start + LOOKUP_BATCH_SIZE, lines.length); index++) {
        const line = lines[index] as LineUser;
        const user = findGiven(fresh, line.user);
        requireSendPermission(session, auth, user.account);
        if ('details' in target || details.length >= MAX_DETAILS) continue;
        const userId = user.account === null ? null : user.account.getId();
        const wrong =
          lineProblem(fresh, shared, line, user, target) ??
          (canSendTo(smtp, user.email) ? null : fieldProblem(line.user.field, 'email_not_ascii')) ??
          repeated(seen, line, userId ?? user.email, index);
        if (wrong !== null) details.push(ofLine(index, wrong));
        else found.push({ line, email: user.email, userId });
      }
    });
  if ('details' in target) return { problem: invalidFields(target.details) };
  const all = [...sharedProblems(call, shared), ...details];
  if (all.length > 0) return { problem: invalidFields(all.slice(0, MAX_DETAILS)) };
  const nobody: FoundUser = { account: null, email: 'nobody@example.com', isAmbiguous: false };
  // What would reject any line's link.
  const checked = checkNewLink(
    session,
    newStepLink(session, requestOfLine(shared, first), nobody, target, null),
  );
  return 'problem' in checked ? checked : { client: target.client, lines: found };
}

/** What is wrong with a line's user; null if nothing is. */
function lineProblem(
  fresh: KeycloakSession,
  shared: LinkBatchRequest['shared'],
  line: LinkBatchRequest['lines'][number],
  user: FoundUser,
  { step }: Target,
): FieldProblem | null {
  const wrong = recipientProblem(fresh, user, requestOfLine(shared, line), step.settings);
  if (wrong !== null) return wrong;
  const isForbidden = isLong(shared) && user.account !== null && hasAdminRole(fresh, user.account);
  return isForbidden ? fieldProblem(line.user.field, 'account_of_administrator') : null;
}

/** Whether an earlier line has the same user. */
function repeated(
  seen: Map<string, number>,
  { user: { field } }: LinkBatchRequest['lines'][number],
  key: string,
  index: number,
): FieldProblem | null {
  const earlier = seen.get(key);
  if (earlier !== undefined) return fieldProblem(field, 'link_user_repeated', { line: earlier });
  seen.set(key, index);
  return null;
}

/** What is wrong with what all lines share. */
function sharedProblems(call: AdminCall, shared: LinkBatchRequest['shared']): FieldProblem[] {
  const { session } = call;
  return [
    lifetimeProblem(call, shared, false),
    unknownActions(session, shared.requiredActions),
    unknownTemplate(session, shared.template),
  ].filter((wrong) => wrong !== null);
}

/** Lists them, the newest first. */
export function getLinkBatches(call: AdminCall): Response {
  const { session, auth } = call;
  auth.users().requireView();
  return withPage(call, (page) => {
    const { rows, next } = pageOfRows(page, listBatches(session, 'link', page.first, rowsToSelect(page)));
    return jsonResponse(200, { batches: rows.map((row) => shown(session, row)), next }).build();
  });
}

export function getLinkBatch(call: AdminCall): Response {
  call.auth.users().requireView();
  return respondOne(call, idOf(call), 200);
}

/** Resumes a list that was stopped. */
export function startLinkBatch(call: AdminCall): Response {
  const { session } = call;
  return change(call, 'start', (id) => {
    const now = currentTime();
    if (!inOwnTransaction(session, (own) => startBatch(own, id, null, now))) return false;
    startSending(session.getKeycloakSessionFactory(), realmIdOf(session), LINK_BATCHES);
    return true;
  });
}

/** Stops a list: no further email is sent, except one already being sent. */
export function stopLinkBatch(call: AdminCall): Response {
  return change(call, 'stop', (id) => inOwnTransaction(call.session, (own) => stopBatch(own, id, null)));
}

function change(call: AdminCall, action: string, work: (id: string) => boolean): Response {
  const { session, auth } = call;
  auth.users().requireManage();
  const id = idOf(call);
  if (findBatch(session, 'link', id) === null) return notFoundResponse();
  if (!work(id)) return adminProblemResponse(WRONG_STATE);
  emitBatchEvent(call, 'ACTION', `${id}/${action}`, {});
  return respondOne(call, id, 200);
}

function emitBatchEvent(
  call: AdminCall,
  operation: 'CREATE' | 'ACTION',
  path: string,
  details: Record<string, JsonValue>,
): void {
  emitAdminEvent(call, operation, 'LINKGATE_LINK', `${ADMIN_RESOURCE}/link-batches/${path}`, details);
}

function respondOne({ session }: AdminCall, id: string, status: 200 | 201): Response {
  const row = findBatch(session, 'link', id);
  return row === null ? notFoundResponse() : jsonResponse(status, shown(session, row)).build();
}

const COUNTED: readonly CountedState[] = [
  'waiting',
  'issued',
  'used',
  'superseded',
  'expired',
  'revoked',
  'failed',
];

function shown(session: KeycloakSession, row: BatchRow) {
  const now = currentTime();
  const counts = countLines(session, row.id, now);
  return {
    id: row.id,
    state: row.state,
    created_by: row.createdBy,
    created_at: row.createdAt,
    users: row.lines,
    pause: pauseOf(session, row, now),
    counts: Object.fromEntries(COUNTED.map((one) => [one, counts[one] ?? 0])),
  };
}

/** Why a list isn't being sent, until when (Unix seconds; null until it is resumed), and the limit if that is the reason. */
function pauseOf(session: KeycloakSession, { state, pause, dueAt }: BatchRow, now: number) {
  if (pause === null || (state === 'running' && (dueAt ?? 0) <= now)) return null;
  const limit =
    pause === 'limit' ? listedLinkLimits(session, '').find(({ name }) => name === 'link-lists') : undefined;
  return { reason: pause, until: dueAt, limit: limit === undefined ? null : limit.value };
}
