/** Creates a link that a backend requested: emailed, or returned (contract, section 4.14); once for an `Idempotency-Key`. */
import type { AdminPermissionEvaluator, KeycloakSession, Response, UserModel } from 'keycloak';
import type { AdminCall } from '../../../http/request/admin-call.ts';
import {
  adminProblemResponse,
  invalidFieldsResponse,
  jsonResponse,
} from '../../../http/response/responses.ts';
import type { LinkRow, ReturnGrant } from '../../../links/magic-link/link.ts';
import { mayReturnLink } from '../../../links/magic-link/requester.ts';
import { findLink } from '../../../links/magic-link/rows.ts';
import { createLinkForBackend, sendLink, urlOfStored } from '../../../links/magic-link/send.ts';
import type { NewLink } from '../../../links/magic-link/store.ts';
import { emitAdminEvent } from '../../../observability/events/admin-event.ts';
import { type Problem, problem } from '../../../platform/errors/problem.ts';
import { ADMIN_RESOURCE } from '../../../platform/keycloak/resources.ts';
import { readIdempotencyKey } from './idempotency.ts';

const ForbiddenException = Java.type('jakarta.ws.rs.ForbiddenException');

type Caller = Pick<AdminCall, 'session' | 'auth'>;

/** The outcome of a request; `url` is null for a link that was emailed. */
type CreateResult = { problem: Problem } | { url: string | null };

/**
 * Creates it, and responds; it is returned if there is a grant.
 *
 * @param given what was requested: a request with the same key must have the same
 */
export function createdResponse(
  caller: Caller,
  link: NewLink,
  grant: ReturnGrant | null,
  given: object,
): Response {
  const { session } = caller;
  const read = readIdempotencyKey(caller, given);
  if (read === null) return respond(caller, link, grant, create(session, link, grant));
  if ('details' in read) return invalidFieldsResponse(read.details);
  const { jti, requestKey } = read;
  const earlier = findLink(session, jti);
  if (earlier !== null) return repeatedResponse(session, earlier, requestKey);
  const keyed: NewLink = { ...link, jti, request: { ...link.request, requestKey } };
  const created = create(session, keyed, grant);
  const concurrent =
    'problem' in created && created.problem.rejection.id === 'key-used' ? findLink(session, jti) : null;
  return concurrent === null
    ? respond(caller, keyed, grant, created)
    : repeatedResponse(session, concurrent, requestKey);
}

function create(session: KeycloakSession, link: NewLink, grant: ReturnGrant | null): CreateResult {
  if (grant !== null) return createLinkForBackend(session, link);
  const unsent = sendLink(session, link);
  return unsent === null ? { url: null } : { problem: unsent };
}

function respond(
  { session, auth }: Caller,
  { jti, client, email, settings }: NewLink,
  grant: ReturnGrant | null,
  created: CreateResult,
): Response {
  if ('problem' in created) return adminProblemResponse(created.problem);
  const summary = {
    id: jti,
    delivery: grant === null ? 'email' : 'return',
    client_id: client.getClientId(),
    expires_in: settings.linkLifetimeSeconds,
  };
  emitAdminEvent({ session, auth }, 'CREATE', 'LINKGATE_LINK', `${ADMIN_RESOURCE}/links/${jti}`, {
    ...summary,
    user_id: grant === null ? null : grant.account,
  });
  return createdLink({ ...summary, email }, created.url);
}

/** The response of the earlier request with the same key, if it had the same content and its email wasn't lost. */
function repeatedResponse(session: KeycloakSession, row: LinkRow, requestKey: string): Response {
  const { returnGrant } = row.request;
  const client = session.getContext().getClient();
  const isLost = returnGrant === undefined && row.state === 'revoked';
  if (row.request.requestKey !== requestKey || client === null || isLost)
    return adminProblemResponse(problem('idempotency_key_used'));
  const summary = {
    id: row.jti,
    delivery: returnGrant === undefined ? 'email' : 'return',
    client_id: client.getClientId(),
    expires_in: row.expiresAt - row.issuedAt,
  };
  return createdLink(
    { ...summary, email: row.email },
    returnGrant === undefined ? null : urlOfStored(session, row),
  );
}

function createdLink(summary: { email: string }, url: string | null): Response {
  return jsonResponse(201, {
    ...summary,
    email: summary.email === '' ? null : summary.email,
    ...(url === null ? {} : { link: url }),
  }).build();
}

/** Rejects a caller who may not have a link returned. */
export function requireReturnPermission(
  session: KeycloakSession,
  auth: AdminPermissionEvaluator,
  account: UserModel | null,
  { administers }: ReturnGrant,
): void {
  if (!mayReturnLink(session, auth, account, administers)) throw new ForbiddenException();
}
