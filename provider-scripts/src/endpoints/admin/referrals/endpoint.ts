/** Referral codes: `…/linkgate/referrals`. */
import type { ClientModel, KeycloakSession, Response } from 'keycloak';
import { shownAddress } from '../../../accounts/address/account-address.ts';
import { fullName } from '../../../accounts/name.ts';
import { type AdminCall, idOf, withPage } from '../../../http/request/admin-call.ts';
import { readJsonText } from '../../../http/request/json-text.ts';
import { pageOfRows } from '../../../http/request/paging.ts';
import {
  adminProblemResponse,
  invalidFieldsResponse,
  jsonResponse,
  noContent,
  notFoundResponse,
} from '../../../http/response/responses.ts';
import { signUpLink } from '../../../links/referral/link.ts';
import {
  ALPHABET,
  CODE_LENGTH,
  lastLettersOf,
  type ReferralRow,
  writtenReferral,
} from '../../../links/referral/referral.ts';
import {
  deleteReferral,
  findReferral,
  insertReferral,
  listReferrals,
  referralKey,
} from '../../../links/referral/rows.ts';
import { listUses, referralExists } from '../../../links/referral/uses.ts';
import { emitAdminEvent } from '../../../observability/events/admin-event.ts';
import { newRowId } from '../../../platform/database/row-id.ts';
import { currentTime } from '../../../platform/engine/clock.ts';
import type { JsonValue } from '../../../platform/engine/json-value.ts';
import { fieldProblem, problem } from '../../../platform/errors/problem.ts';
import { requireRealm } from '../../../platform/keycloak/realm.ts';
import { ADMIN_RESOURCE } from '../../../platform/keycloak/resources.ts';
import { clientName } from '../../../realm/branding/client-branding.ts';
import { readReferralInput } from './body.ts';

const JavaString = Java.type('java.lang.String');
const SecretGenerator = Java.type('org.keycloak.common.util.SecretGenerator');

export function getReferrals(call: AdminCall): Response {
  const { session, auth } = call;
  auth.realm().requireViewRealm();
  return withPage(call, (page) => {
    const { rows, next } = pageOfRows(page, listReferrals(session, page));
    return jsonResponse(200, { referrals: rows.map((row) => shown(session, row)), next }).build();
  });
}

export function createReferral(call: AdminCall): Response {
  const { session, body, auth } = call;
  auth.realm().requireManageRealm();
  const read = readJsonText(session, body);
  if ('problem' in read) return adminProblemResponse(read.problem);
  const now = currentTime();
  const parsed = readReferralInput(read.text, now);
  if ('details' in parsed) return invalidFieldsResponse(parsed.details);
  const { input } = parsed;
  const client: ClientModel | null =
    input.clientId === null ? null : requireRealm(session).getClientByClientId(input.clientId);
  if (input.clientId !== null && client === null)
    return invalidFieldsResponse([fieldProblem('client_id', 'client_unknown')]);
  const code =
    input.code ??
    String(SecretGenerator.getInstance().randomString(CODE_LENGTH, new JavaString(ALPHABET).toCharArray()));
  const row: ReferralRow = {
    id: newRowId(),
    key: referralKey(code),
    lastLetters: lastLettersOf(code),
    note: input.note,
    clientUuid: client === null ? null : client.getId(),
    maxUses: input.maxUses,
    uses: 0,
    createdAt: now,
    expiresAt: input.expiresAt,
  };
  if (findReferral(session, row.key) !== null) {
    return adminProblemResponse(problem('code_taken', { parameter: 'code' }));
  }
  if (input.dryRun) return jsonResponse(200, shown(session, row)).build();
  insertReferral(session, row);
  emitCodeEvent(call, 'CREATE', row.id, shown(session, row));
  const link = client === null ? null : signUpLink(session, client, code);
  return jsonResponse(201, { ...shown(session, row), code: writtenReferral(code), link }).build();
}

export function revokeReferral(call: AdminCall): Response {
  const { session, auth } = call;
  auth.realm().requireManageRealm();
  if (!deleteReferral(session, idOf(call))) return notFoundResponse();
  emitCodeEvent(call, 'DELETE', idOf(call));
  return noContent(session).build();
}

/** Emits an event about a code; the code itself is never in it. */
function emitCodeEvent(call: AdminCall, operation: 'CREATE' | 'DELETE', id: string, code?: JsonValue): void {
  emitAdminEvent(call, operation, 'LINKGATE_REFERRAL', `${ADMIN_RESOURCE}/referrals/${id}`, code);
}

/** A code as administrators see it; its text is shown only once, when it is created. */
function shown(session: KeycloakSession, row: ReferralRow) {
  const client = row.clientUuid === null ? null : requireRealm(session).getClientById(row.clientUuid);
  return {
    id: row.id,
    note: row.note,
    last_letters: row.lastLetters,
    max_uses: row.maxUses,
    uses: row.uses,
    created_at: row.createdAt,
    expires_at: row.expiresAt,
    client_id: client === null ? null : client.getClientId(),
    client_name: client === null ? null : clientName(session, client),
  };
}

/** Lists the accounts that were created with a code. */
export function listReferredUsers(call: AdminCall): Response {
  const { session, auth } = call;
  auth.realm().requireViewRealm();
  auth.users().requireView();
  const realm = requireRealm(session);
  if (!referralExists(session, idOf(call))) return notFoundResponse();
  return withPage(call, (page) => {
    const { rows, next } = pageOfRows(page, listUses(session, idOf(call), page));
    const users = rows.map(({ userId, usedAt }) => {
      const user = session.users().getUserById(realm, userId);
      return {
        id: userId,
        email: user === null ? null : shownAddress(user),
        name: user === null ? null : fullName(user.getFirstName(), user.getLastName()),
        used_at: usedAt,
      };
    });
    return jsonResponse(200, { users, next }).build();
  });
}
