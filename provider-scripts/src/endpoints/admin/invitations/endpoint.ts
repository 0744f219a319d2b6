/** Invitations of one user each: `…/linkgate/invitations` (contract, section 4.16). */

import type { AdminPermissionEvaluator, KeycloakSession, Response } from 'keycloak';
import { fullName } from '../../../accounts/name.ts';
import type { EmailOutcome } from '../../../email/outcome.ts';
import { type AdminCall, idOf, queryValue, withObject, withPage } from '../../../http/request/admin-call.ts';
import { pageOfRows, rowsToSelect } from '../../../http/request/paging.ts';
import {
  adminProblemResponse,
  invalidFieldsResponse,
  jsonResponse,
  notFoundResponse,
} from '../../../http/response/responses.ts';
import { clientOfInvitation } from '../../../links/invitation/client.ts';
import { previewInvitationEmail } from '../../../links/invitation/email.ts';
import {
  EMAIL_EVERY_SECONDS,
  FAILURES,
  type InvitationRow,
  mayRevoke,
  STATES,
} from '../../../links/invitation/invitation.ts';
import { realmDataOf } from '../../../links/invitation/realm-data.ts';
import {
  countInvitations,
  findInvitation,
  listInvitations,
  lockInvitation,
  markRevoked,
} from '../../../links/invitation/rows.ts';
import {
  newInvitation,
  type Rejected,
  resendInvitation,
  sendNewInvitation,
} from '../../../links/invitation/send.ts';
import { emailSafeName } from '../../../links/invitation/wording.ts';
import { emitAdminEvent } from '../../../observability/events/admin-event.ts';
import { count } from '../../../observability/metrics/count.ts';
import { newRowId } from '../../../platform/database/row-id.ts';
import { inOwnTransaction } from '../../../platform/database/sql.ts';
import { currentTime } from '../../../platform/engine/clock.ts';
import { fieldProblem, type Problem, problem } from '../../../platform/errors/problem.ts';
import { checkFixedHostname } from '../../../platform/keycloak/base-url.ts';
import { requireRealm } from '../../../platform/keycloak/realm.ts';
import { ADMIN_RESOURCE } from '../../../platform/keycloak/resources.ts';
import { recordLimitStatuses } from '../../../realm/limits/count.ts';
import { allowsInvitations } from '../../../realm/settings/enabled.ts';
import { REALM } from '../../../realm/settings/table.ts';
import { INVITATION_FIELDS, readInvitationRequest } from './body.ts';
import { shown } from './shown.ts';

const OFF = problem('invitations_off', { attribute: REALM.invitations.name });
/** The longest search, in characters. */
const MAX_SEARCH_LENGTH = 255;

/** Runs a handler if the caller may view invitations, and the realm allows them. */
export function withViewPermission({ session, auth }: AdminCall, respond: () => Response): Response {
  auth.users().requireView();
  return allowsInvitations(requireRealm(session)) ? respond() : adminProblemResponse(OFF);
}

/** Runs a handler if the caller may invite, and the realm allows it. */
export function withManagePermission({ session, auth }: AdminCall, respond: () => Response): Response {
  auth.users().requireManage();
  return allowsInvitations(requireRealm(session)) ? respond() : adminProblemResponse(OFF);
}

export function getInvitations(call: AdminCall): Response {
  const { session } = call;
  return withViewPermission(call, () => {
    const requested = queryValue(session, 'state');
    const state = STATES.find((one) => one === requested) ?? null;
    const search = queryValue(session, 'search');
    if (requested !== null && state === null)
      return invalidFieldsResponse([fieldProblem('state', 'not_one_of', { choices: STATES.join(', ') })]);
    if (search !== null && search.length > MAX_SEARCH_LENGTH)
      return invalidFieldsResponse([fieldProblem('search', 'too_long', { max: MAX_SEARCH_LENGTH })]);
    return withPage(call, (page) => {
      const filter = { state, search: search?.trim() || null };
      const max = rowsToSelect(page);
      const found = listInvitations(session, {
        ...filter,
        first: page.first,
        max,
      });
      const { rows, next } = pageOfRows(page, found);
      const total = countInvitations(session, filter);
      return jsonResponse(200, { invitations: shown(session, rows), next, total }).build();
    });
  });
}

export function invite(call: AdminCall): Response {
  const { session, auth } = call;
  return withManagePermission(call, () =>
    withObject(call, INVITATION_FIELDS, (given) => {
      const wrong = checkFixedHostname(session);
      if (wrong !== null) return adminProblemResponse(wrong);
      const read = readInvitationRequest(given, inviterOf(auth), realmDataOf(session));
      if ('details' in read) return invalidFieldsResponse(read.details);
      const content = { ...read.invitee, ...read.wording, batchId: null, line: null };
      const row = newInvitation(newRowId(), content, currentTime());
      const unsent = problemOf(session, sendNewInvitation(session, row, read.notifiesAccounts));
      if (unsent !== null) return adminProblemResponse(unsent);
      emitInvitationEvent(call, 'CREATE', row);
      return respondOne(session, row.id, 201);
    }),
  );
}

/** Stands for the address of a list's users in a preview. */
const PREVIEW_RECIPIENT = 'somebody@example.com';

/** Renders the email of an invitation; sends and stores nothing. */
export function previewInvitation(call: AdminCall): Response {
  const { session, auth } = call;
  return withManagePermission(call, () =>
    withObject(call, INVITATION_FIELDS, (given) => {
      const { email, ...others } = given;
      const sample = { ...others, email: email || PREVIEW_RECIPIENT };
      const read = readInvitationRequest(sample, inviterOf(auth), realmDataOf(session));
      if ('details' in read) return invalidFieldsResponse(read.details);
      const { invitee, wording, notifiesAccounts: hasAccount } = read;
      const now = currentTime();
      const content = { ...invitee, ...wording, batchId: null, line: null };
      const row = { ...newInvitation('', content, now), hasAccount, endsAt: now + wording.lifetimeSeconds };
      const client = clientOfInvitation(session, row);
      if (client === null) return notFoundResponse();
      const { subject, html, text } = previewInvitationEmail(session, client, row);
      return jsonResponse(200, { subject, html, text }).build();
    }),
  );
}

/** Resends an invitation with a new link. */
export function resend(call: AdminCall): Response {
  const { session } = call;
  return withManagePermission(call, () => {
    const unsent = checkFixedHostname(session) ?? problemOf(session, resendInvitation(session, idOf(call)));
    if (unsent !== null) return adminProblemResponse(unsent);
    const row = find(session, idOf(call));
    if (row !== null) emitInvitationEvent(call, 'ACTION', row);
    return respondOne(session, idOf(call), 200);
  });
}

/** Revokes an invitation: its link no longer works; if it is queued, it isn't sent. */
export function revoke(call: AdminCall): Response {
  const { session } = call;
  return withManagePermission(call, () => {
    const now = currentTime();
    const row = inOwnTransaction(session, (own) => {
      const locked = lockInvitation(own, idOf(call));
      if (locked !== null && mayRevoke(locked, now)) markRevoked(own, locked.id, now);
      return locked;
    });
    if (row === null) return notFoundResponse();
    if (!mayRevoke(row, now)) return adminProblemResponse(WRONG_STATE);
    count(session, 'invitation', 'revoked');
    emitInvitationEvent(call, 'DELETE', row);
    return respondOne(session, row.id, 200);
  });
}

const WRONG_STATE = problem('invitation_state_forbids');

/** Returns why an invitation wasn't sent; null if it was, or may have been. */
function problemOf(session: KeycloakSession, result: EmailOutcome | Rejected): Problem | null {
  if (result === 'sent' || result === 'late') return null;
  if (typeof result === 'string') return problem('email_not_sent');
  const { rejected } = result;
  if (rejected === 'limit') return recordLimitStatuses(session, result.statuses);
  if (rejected === 'missing') return problem('not_found');
  if (rejected === 'state') return WRONG_STATE;
  if (rejected !== 'too_soon') return FAILURES[rejected];
  const since = currentTime() - (result.emailed.emailedAt ?? 0);
  const status = {
    limit: 1,
    remaining: 0,
    resetSeconds: Math.max(1, EMAIL_EVERY_SECONDS - since),
    granted: false,
  };
  const excess = recordLimitStatuses(session, [status]);
  return excess === null ? null : { ...excess, ...FAILURES.too_soon };
}

/** The inviter's name in the email; never the username, which may be an address. */
export function inviterOf(auth: AdminPermissionEvaluator): string | null {
  const user = auth.adminAuth().getUser();
  return emailSafeName(fullName(user.getFirstName(), user.getLastName()) ?? '');
}

function emitInvitationEvent(
  call: AdminCall,
  operation: 'CREATE' | 'DELETE' | 'ACTION',
  row: InvitationRow,
): void {
  const clientId = requireRealm(call.session).getClientById(row.clientUuid)?.getClientId() ?? null;
  const path = `${ADMIN_RESOURCE}/invitations/${row.id}`;
  emitAdminEvent(call, operation, 'LINKGATE_INVITATION', path, { id: row.id, client_id: clientId });
}

function find(session: KeycloakSession, id: string): InvitationRow | null {
  return findInvitation(session, id);
}

function respondOne(session: KeycloakSession, id: string, status: number): Response {
  const row = find(session, id);
  const [one] = row === null ? [] : shown(session, [row]);
  return one === undefined ? notFoundResponse() : jsonResponse(status, one).build();
}
