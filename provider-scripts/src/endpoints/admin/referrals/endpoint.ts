/** The admin endpoint for referral codes: `/admin/realms/{realm}/linkgate-referrals`, with Keycloak's own permissions. */
import type { AdminPermissionEvaluator, ClientModel, InputStream, KeycloakSession, Response } from 'keycloak';
import { toJava } from '../../engine/to-java.ts';
import { jsonAnswer, methodNotAllowed, problemAnswer } from '../../errors/answers.ts';
import { invalidFields, problem } from '../../errors/problem.ts';
import { newAdminEvent } from '../../events/admin-event.ts';
import { REFERRALS_RESOURCE } from '../../ids.ts';
import { requireRealm } from '../../keycloak/base-url.ts';
import type { ReferralRow } from '../../referral/referral.ts';
import {
  deleteReferral,
  findReferral,
  insertReferral,
  listReferrals,
  referralKey,
} from '../../referral/rows.ts';
import { readJsonText } from '../../request/json-text.ts';
import { pathBehind } from '../../request/own-path.ts';
import { readReferralOrder } from './body.ts';

const OperationType = Java.type('org.keycloak.events.admin.OperationType');
const JavaString = Java.type('java.lang.String');
const KeycloakModelUtils = Java.type('org.keycloak.models.utils.KeycloakModelUtils');
const SecretGenerator = Java.type('org.keycloak.common.util.SecretGenerator');
const Time = Java.type('org.keycloak.common.util.Time');
const JavaResponse = Java.type('jakarta.ws.rs.core.Response');
const SecurityHeadersProvider = Java.type('org.keycloak.headers.SecurityHeadersProvider');

/** Of a code that is made up: letters that can't be mistaken for digits. */
const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const CODE_LENGTH = 12;

/** The endpoint's function as the host calls it. */
export const REFERRALS = {
  handle(
    session: KeycloakSession,
    method: string,
    body: InputStream,
    auth: AdminPermissionEvaluator,
  ): Response {
    const id = pathBehind(session, REFERRALS_RESOURCE) || null;
    if (id === null && method === 'GET') {
      auth.realm().requireViewRealm();
      const realm = requireRealm(session);
      return jsonAnswer(200, {
        referrals: listReferrals(session, realm.getId()).map((row) => shown(session, row)),
      }).build();
    }
    if (id === null && method === 'POST') {
      auth.realm().requireManageRealm();
      return create(session, body, auth);
    }
    if (id !== null && method === 'DELETE') {
      auth.realm().requireManageRealm();
      return withdraw(session, id, auth);
    }
    return methodNotAllowed('rest', id === null ? ['GET', 'POST'] : ['DELETE']);
  },
};

function create(session: KeycloakSession, body: InputStream, auth: AdminPermissionEvaluator): Response {
  const realm = requireRealm(session);
  const read = readJsonText(session, body);
  if ('problem' in read) return problemAnswer('rest', read.problem).build();
  const now = Time.currentTime();
  const parsed = readReferralOrder(read.text, now);
  if ('details' in parsed) return problemAnswer('rest', invalidFields(parsed.details)).build();
  const { order } = parsed;
  const client: ClientModel | null =
    order.clientId === null ? null : realm.getClientByClientId(order.clientId);
  if (order.clientId !== null && client === null) {
    const details = [{ field: 'client_id', message: 'there is no such client' }];
    return problemAnswer('rest', invalidFields(details)).build();
  }
  const code =
    order.code ??
    String(SecretGenerator.getInstance().randomString(CODE_LENGTH, new JavaString(ALPHABET).toCharArray()));
  const row: ReferralRow = {
    id: KeycloakModelUtils.generateId(),
    key: referralKey(code),
    clientUuid: client === null ? null : client.getId(),
    maxUses: order.maxUses,
    uses: 0,
    createdAt: now,
    expiresAt: order.expiresAt,
  };
  if (findReferral(session, realm.getId(), row.key) !== null) {
    return problemAnswer('rest', problem('ValidationError', 'code: already there', 409)).build();
  }
  if (order.dryRun) return jsonAnswer(200, shown(session, row)).build();
  insertReferral(session, realm.getId(), row);
  codeEvent(session, auth, row.id)
    .operation(OperationType.CREATE)
    .representation(toJava(shown(session, row)))
    .success();
  return jsonAnswer(201, { ...shown(session, row), code }).build();
}

function withdraw(session: KeycloakSession, id: string, auth: AdminPermissionEvaluator): Response {
  if (!deleteReferral(session, requireRealm(session).getId(), id))
    return problemAnswer('rest', problem('not_found')).build();
  codeEvent(session, auth, id).operation(OperationType.DELETE).success();
  session.getProvider(SecurityHeadersProvider.class).options().allowEmptyContentType();
  return JavaResponse.noContent().build();
}

/** An event about a code, which itself is never in it. */
function codeEvent(session: KeycloakSession, auth: AdminPermissionEvaluator, id: string) {
  return newAdminEvent(session, auth, 'LINKGATE_REFERRAL', `${REFERRALS_RESOURCE}/${id}`);
}

/** A code as the admin sees it; what it says is shown once, when it is made. */
function shown(session: KeycloakSession, row: ReferralRow) {
  const client = row.clientUuid === null ? null : requireRealm(session).getClientById(row.clientUuid);
  return {
    id: row.id,
    max_uses: row.maxUses,
    uses: row.uses,
    created_at: row.createdAt,
    expires_at: row.expiresAt,
    client_id: client === null ? null : client.getClientId(),
  };
}
