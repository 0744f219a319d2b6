/** Invitations of one person each: `…/linkgate/invitations` (contract, section 4.16). */
import type { AdminPermissionEvaluator, KeycloakSession, Response } from 'keycloak';
import { inOwnTransaction } from '../../../database/sql.ts';
import { toJava } from '../../../engine/to-java.ts';
import { invalidAnswer, jsonAnswer, problemAnswer } from '../../../errors/answers.ts';
import { type Problem, problem } from '../../../errors/problem.ts';
import { newAdminEvent } from '../../../events/admin-event.ts';
import { ADMIN_RESOURCE, INVITATIONS_ATTRIBUTE } from '../../../ids.ts';
import {
  FAILURE_TEXT,
  type InvitationRow,
  type InvitationState,
  MAIL_EVERY_SECONDS,
  mayWithdraw,
  STATES,
  stateAt,
} from '../../../invitation/invitation.ts';
import { knownOf } from '../../../invitation/known.ts';
import { findInvitation, listInvitations, lockInvitation, markWithdrawn } from '../../../invitation/rows.ts';
import {
  newInvitation,
  type Outcome,
  orderInvitation,
  type Refused,
  resendInvitation,
} from '../../../invitation/send.ts';
import { sayableName } from '../../../invitation/wording.ts';
import { requireRealm } from '../../../keycloak/base-url.ts';
import { takesInvitations } from '../../../keycloak/enabled.ts';
import { checkFixedHostname } from '../../../keycloak/fixed-hostname.ts';
import { count } from '../../../metrics/count.ts';
import { note } from '../../../rate-limit/count.ts';
import { type AdminCall, idOf, queryValue, withObject, withPage } from '../../../request/admin-call.ts';
import { onePage, rowsToFind } from '../../../request/page-of-list.ts';
import { readOrder } from './body.ts';

const KeycloakModelUtils = Java.type('org.keycloak.models.utils.KeycloakModelUtils');
const OperationType = Java.type('org.keycloak.events.admin.OperationType');
const Time = Java.type('org.keycloak.common.util.Time');

const OFF = problem(
  'not_found',
  `People may not be invited here: the realm attribute ${INVITATIONS_ATTRIBUTE} isn't true`,
);
/** The longest search, in characters. */
const MAX_SEARCH_LENGTH = 255;

/** Goes on where the caller may see invitations, and the realm allows them. */
export function seeing({ session, auth }: AdminCall, answer: () => Response): Response {
  auth.users().requireView();
  return takesInvitations(requireRealm(session)) ? answer() : problemAnswer('rest', OFF).build();
}

/** Goes on where the caller may invite, and the realm allows it. */
export function managing({ session, auth }: AdminCall, answer: () => Response): Response {
  auth.users().requireManage();
  return takesInvitations(requireRealm(session)) ? answer() : problemAnswer('rest', OFF).build();
}

/** Lists them. */
export function answerInvitations(call: AdminCall): Response {
  const { session } = call;
  return seeing(call, () => {
    const wanted = queryValue(session, 'state');
    const state = STATES.find((one) => one === wanted) ?? null;
    const search = queryValue(session, 'search');
    if (wanted !== null && state === null)
      return invalidAnswer([{ field: 'state', message: `use one of ${STATES.join(', ')}` }]);
    if (search !== null && search.length > MAX_SEARCH_LENGTH)
      return invalidAnswer([{ field: 'search', message: `longer than ${MAX_SEARCH_LENGTH} characters` }]);
    return withPage(call, (page) => {
      const sought = { state, search: search === null ? null : search.trim().toLowerCase() };
      const max = rowsToFind(page);
      const found = listInvitations(session, requireRealm(session).getId(), {
        ...sought,
        first: page.first,
        max,
      });
      const { rows, next } = onePage(page, found);
      return jsonAnswer(200, { invitations: rows.map((row) => shown(session, row)), next }).build();
    });
  });
}

/** Invites one person. */
export function invite(call: AdminCall): Response {
  const { session, auth } = call;
  return managing(call, () =>
    withObject(call, (given) => {
      const wrong = checkFixedHostname(session);
      if (wrong !== null) return problemAnswer('rest', wrong).build();
      const read = readOrder(given, inviterOf(auth), knownOf(session));
      if ('details' in read) return invalidAnswer(read.details);
      const content = { ...read.invitee, ...read.wording, batchId: null, line: null };
      const row = newInvitation(KeycloakModelUtils.generateId(), content, Time.currentTime());
      const unsent = problemOf(session, orderInvitation(session, row));
      if (unsent !== null) return problemAnswer('rest', unsent).build();
      invitationEvent(session, auth, row).operation(OperationType.CREATE).success();
      return answerOne(session, row.id, 201);
    }),
  );
}

/** Sends one again, under a new link. */
export function resend(call: AdminCall): Response {
  const { session, auth } = call;
  return managing(call, () => {
    const unsent = checkFixedHostname(session) ?? problemOf(session, resendInvitation(session, idOf(call)));
    if (unsent !== null) return problemAnswer('rest', unsent).build();
    const row = find(session, idOf(call));
    if (row !== null) invitationEvent(session, auth, row).operation(OperationType.ACTION).success();
    return answerOne(session, idOf(call), 200);
  });
}

/** Withdraws one: its link is no good any more, and one that waits isn't sent. */
export function withdraw(call: AdminCall): Response {
  const { session, auth } = call;
  return managing(call, () => {
    const now = Time.currentTime();
    const row = inOwnTransaction(session, (own) => {
      const locked = lockInvitation(own, requireRealm(own).getId(), idOf(call));
      if (locked !== null && mayWithdraw(locked, now)) markWithdrawn(own, locked.id, now);
      return locked;
    });
    if (row === null) return problemAnswer('rest', problem('not_found')).build();
    if (!mayWithdraw(row, now)) return problemAnswer('rest', WRONG_STATE).build();
    count(session, 'invitation', 'withdrawn');
    invitationEvent(session, auth, row).operation(OperationType.DELETE).success();
    return answerOne(session, row.id, 200);
  });
}

const WRONG_STATE = problem('ValidationError', "The invitation's state doesn't allow it", 409);

/** What keeps an invitation from its way; null for one that left, or may have. */
function problemOf(session: KeycloakSession, result: Outcome | Refused): Problem | null {
  if (result === 'sent' || result === 'uncertain') return null;
  if (result === 'failed' || result === 'busy')
    return problem('temporarily_unavailable', 'The mail could not be sent; please try again later');
  const { refused } = result;
  if (refused === 'limit') return note(session, result.standings);
  if (refused === 'missing') return problem('not_found');
  if (refused === 'state') return WRONG_STATE;
  if (refused === 'there') return problem('ValidationError', FAILURE_TEXT.there, 409);
  if (refused !== 'too_soon') return problem('ValidationError', FAILURE_TEXT[refused], 409);
  const since = Time.currentTime() - (result.mailed.mailedAt ?? 0);
  const standing = {
    limit: 1,
    remaining: 0,
    resetSeconds: Math.max(1, MAIL_EVERY_SECONDS - since),
    granted: false,
  };
  const excess = note(session, [standing]);
  return excess === null ? null : { ...excess, text: FAILURE_TEXT.too_soon };
}

/** Who invites, as the mail says it: not by a user name, which may be an address. */
export function inviterOf(auth: AdminPermissionEvaluator): string | null {
  const user = auth.adminAuth().getUser();
  return sayableName(`${user.getFirstName() ?? ''} ${user.getLastName() ?? ''}`);
}

function invitationEvent(session: KeycloakSession, auth: AdminPermissionEvaluator, row: InvitationRow) {
  const client = requireRealm(session).getClientById(row.clientUuid);
  return newAdminEvent(
    session,
    auth,
    'LINKGATE_INVITATION',
    `${ADMIN_RESOURCE}/invitations/${row.id}`,
  ).representation(toJava({ id: row.id, client_id: client === null ? null : client.getClientId() }));
}

function find(session: KeycloakSession, id: string): InvitationRow | null {
  return inOwnTransaction(session, (own) => findInvitation(own, requireRealm(own).getId(), id));
}

function answerOne(session: KeycloakSession, id: string, status: number): Response {
  const row = find(session, id);
  return row === null
    ? problemAnswer('rest', problem('not_found')).build()
    : jsonAnswer(status, shown(session, row)).build();
}

/** An invitation as administrators see it; never its link. */
function shown(session: KeycloakSession, row: InvitationRow) {
  const client = requireRealm(session).getClientById(row.clientUuid);
  const state: InvitationState = stateAt(row, Time.currentTime());
  return {
    id: row.id,
    email: row.email,
    name: row.name,
    language: row.language,
    client_id: client === null ? null : client.getClientId(),
    state,
    created_at: row.createdAt,
    sent_at: row.sentAt,
    opened_at: row.openedAt,
    accepted_at: row.acceptedAt,
    expires_at: row.endsAt,
    mails: row.mails,
    failure: row.failure === null ? null : FAILURE_TEXT[row.failure],
    batch: row.batchId,
  };
}
