/** Lists of users to invite: `…/linkgate/invitation-batches` (contract, section 4.16). */
import type { KeycloakSession, Response } from 'keycloak';
import { type AdminCall, idOf, queryValue, withPage } from '../../../http/request/admin-call.ts';
import { readText } from '../../../http/request/json-text.ts';
import { problemWithLabel } from '../../../http/request/label.ts';
import { pageOfRows, rowsToSelect } from '../../../http/request/paging.ts';
import {
  adminProblemResponse,
  invalidFieldsResponse,
  jsonResponse,
  noContent,
  notFoundResponse,
} from '../../../http/response/responses.ts';
import type { BatchRow } from '../../../links/batch/batch.ts';
import { findBatch, listBatches, stopBatch } from '../../../links/batch/rows.ts';
import { startSending } from '../../../links/batch/runner.ts';
import { checkList } from '../../../links/invitation/batch/check.ts';
import {
  countStates,
  deleteBatch,
  listInvalidLines,
  startInvitations,
} from '../../../links/invitation/batch/rows.ts';
import { INVITATION_BATCHES } from '../../../links/invitation/batch/send.ts';
import { MAX_FILE_NAME_LENGTH, STATES } from '../../../links/invitation/invitation.ts';
import { MAX_CSV_BYTES } from '../../../links/invitation/list.ts';
import { emitAdminEvent } from '../../../observability/events/admin-event.ts';
import { inOwnTransaction } from '../../../platform/database/sql.ts';
import { currentTime } from '../../../platform/engine/clock.ts';
import { fieldProblem, problem } from '../../../platform/errors/problem.ts';
import { checkFixedHostname } from '../../../platform/keycloak/base-url.ts';
import { realmIdOf } from '../../../platform/keycloak/realm.ts';
import { ADMIN_RESOURCE } from '../../../platform/keycloak/resources.ts';
import { invitationLimits } from '../../../realm/limits/count.ts';
import { administratorOf } from '../administrator.ts';
import { readWording } from './body.ts';
import { inviterOf, withManagePermission, withViewPermission } from './endpoint.ts';

const WRONG_STATE = problem('list_state_forbids');

/** The replacement character that Java's decoder inserts for invalid UTF-8. */
const UNREADABLE = '\ufffd';
/** In texts of two bytes a character; no database stores it. */
const NUL = '\u0000';

export function getBatches(call: AdminCall): Response {
  const { session } = call;
  return withViewPermission(call, () =>
    withPage(call, (page) => {
      const found = listBatches(session, 'invitation', page.first, rowsToSelect(page));
      const { rows, next } = pageOfRows(page, found);
      return jsonResponse(200, { batches: rows.map((row) => shown(call, row)), next }).build();
    }),
  );
}

/** Validates a list; nothing is sent yet. */
export function checkBatch(call: AdminCall): Response {
  const { session, auth, body } = call;
  return withManagePermission(call, () => {
    const wrong = checkFixedHostname(session);
    if (wrong !== null) return adminProblemResponse(wrong);
    const days = queryValue(session, 'lifetime_days');
    const readMessage = readWording(
      { text: queryValue(session, 'text'), lifetime_days: days === null ? null : Number(days) },
      inviterOf(auth),
    );
    if ('details' in readMessage) return invalidFieldsResponse(readMessage.details);
    const fileName = queryValue(session, 'file_name');
    const wrongName = fileName === null ? null : problemWithLabel(fileName, MAX_FILE_NAME_LENGTH);
    if (wrongName !== null) return invalidFieldsResponse([{ field: 'file_name', ...wrongName }]);
    const read = readText(session, body, 'text/csv', MAX_CSV_BYTES);
    if ('problem' in read) return adminProblemResponse(read.problem);
    if (read.text.includes(UNREADABLE) || read.text.includes(NUL))
      return invalidFieldsResponse([fieldProblem('body', 'list_not_utf8')]);
    const given = {
      defaults: { language: queryValue(session, 'language'), client_id: queryValue(session, 'client_id') },
      wording: readMessage.wording,
      origin: { fileName, createdBy: administratorOf(auth) },
    };
    const checked = checkList(session, read.text, given, currentTime());
    if ('details' in checked) return invalidFieldsResponse(checked.details);
    emitBatchEvent(call, 'CREATE', checked.id);
    return jsonResponse(201, shown(call, checked)).build();
  });
}

/** Shows a batch's progress. */
export function getBatch(call: AdminCall): Response {
  return withViewPermission(call, () => respondOne(call));
}

/** Discards a draft. */
export function discard(call: AdminCall): Response {
  const { session } = call;
  return withManagePermission(call, () => {
    if (findBatch(session, 'invitation', idOf(call)) === null) return notFoundResponse();
    if (!inOwnTransaction(session, (own) => deleteBatch(own, idOf(call))))
      return adminProblemResponse(WRONG_STATE);
    emitBatchEvent(call, 'DELETE', idOf(call));
    return noContent(session).build();
  });
}

export function listLineErrors(call: AdminCall): Response {
  const { session } = call;
  return withViewPermission(call, () => {
    const id = idOf(call);
    if (findBatch(session, 'invitation', id) === null) return notFoundResponse();
    return withPage(call, (page) => {
      const { rows, next } = pageOfRows(page, listInvalidLines(session, id, page.first, rowsToSelect(page)));
      return jsonResponse(200, { problems: rows, next }).build();
    });
  });
}

/** Sends a batch's valid lines, or resumes a stopped batch. */
export function start(call: AdminCall): Response {
  const { session } = call;
  const choice = queryValue(session, 'notify_accounts');
  if (choice !== null && choice !== 'true' && choice !== 'false')
    return withManagePermission(call, () =>
      invalidFieldsResponse([fieldProblem('notify_accounts', 'not_one_of', { choices: 'true, false' })]),
    );
  return change(call, () => {
    const notifies = choice === null ? null : choice === 'true';
    const now = currentTime();
    if (!inOwnTransaction(session, (own) => startInvitations(own, idOf(call), notifies, now))) return false;
    startSending(session.getKeycloakSessionFactory(), realmIdOf(session), INVITATION_BATCHES);
    return true;
  });
}

/** Stops a batch: no further email is sent, except one already being sent. */
export function stop(call: AdminCall): Response {
  return change(call, () => inOwnTransaction(call.session, (own) => stopBatch(own, idOf(call), null)));
}

function change(call: AdminCall, work: () => boolean): Response {
  const { session } = call;
  return withManagePermission(call, () => {
    if (findBatch(session, 'invitation', idOf(call)) === null) return notFoundResponse();
    if (!work()) return adminProblemResponse(WRONG_STATE);
    emitBatchEvent(call, 'ACTION', idOf(call));
    return respondOne(call);
  });
}

function emitBatchEvent(call: AdminCall, operation: 'CREATE' | 'DELETE' | 'ACTION', id: string): void {
  emitAdminEvent(call, operation, 'LINKGATE_INVITATION', `${ADMIN_RESOURCE}/invitation-batches/${id}`, {
    id,
  });
}

function respondOne(call: AdminCall): Response {
  const { session } = call;
  const row = findBatch(session, 'invitation', idOf(call));
  return row === null ? notFoundResponse() : jsonResponse(200, shown(call, row)).build();
}

function shown({ session }: AdminCall, row: BatchRow) {
  const counts = countStates(session, row.id);
  return {
    id: row.id,
    state: row.state,
    file_name: row.fileName,
    created_by: row.createdBy,
    created_at: row.createdAt,
    lines: row.lines,
    wrong: row.wrong,
    heading: row.heading,
    ignored_columns: row.ignored,
    accounts: row.accounts,
    notify_accounts: row.notifiesAccounts,
    pause: pauseOf(session, row),
    counts: Object.fromEntries(STATES.map((one) => [one, counts[one] ?? 0])),
  };
}

/** Why a started list isn't being sent, until when (Unix seconds; null until it is resumed), and the limit if that is the reason. */
function pauseOf(session: KeycloakSession, { state, pause, dueAt }: BatchRow) {
  if (pause === null || (state === 'running' && (dueAt ?? 0) <= currentTime())) return null;
  const [limit] = pause === 'limit' ? invitationLimits(session) : [];
  return { reason: pause, until: dueAt, limit: limit === undefined ? null : limit.value };
}
