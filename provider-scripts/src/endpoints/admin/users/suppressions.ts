/** Addresses that get no emails, after what was reported of earlier ones; and the fate of the emails to one. */
import type { KeycloakSession, Response, UserModel } from 'keycloak';
import { addressKey } from '../../../email/feedback/address-key.ts';
import { emailsTo } from '../../../email/feedback/emails.ts';
import { emailsOfHolder } from '../../../email/feedback/holder.ts';
import { hasFeedback, suppressionOf } from '../../../email/feedback/record.ts';
import { shownSeconds } from '../../../email/feedback/retention.ts';
import {
  liftSuppression,
  listSuppressions,
  type StoredSuppression,
} from '../../../email/feedback/suppressions.ts';
import { type AdminCall, idOf, withObject } from '../../../http/request/admin-call.ts';
import { problemWithLabel } from '../../../http/request/label.ts';
import {
  invalidFieldsResponse,
  jsonResponse,
  noContent,
  notFoundResponse,
} from '../../../http/response/responses.ts';
import { emitAdminEvent } from '../../../observability/events/admin-event.ts';
import { currentMillis, currentTime } from '../../../platform/engine/clock.ts';
import { MILLIS_PER_SECOND } from '../../../platform/engine/time.ts';
import { fieldProblem } from '../../../platform/errors/problem.ts';
import { requireRealm } from '../../../platform/keycloak/realm.ts';
import { ADMIN_RESOURCE } from '../../../platform/keycloak/resources.ts';
import { clientName } from '../../../realm/branding/client-branding.ts';

/** How many are listed. */
const MAX_LISTED = 100;
const MAX_REASON_LENGTH = 200;

/** Lists them, the latest first. */
export function getSuppressions({ session, auth }: AdminCall): Response {
  auth.users().requireView();
  const suppressions = listSuppressions(session, currentTime(), MAX_LISTED).map(shownSuppression);
  return jsonResponse(200, { suppressions }).build();
}

/** Lifts one, with a reason that the admin event has. */
export function lift(call: AdminCall): Response {
  const { session, auth } = call;
  auth.users().requireManage();
  return withObject(call, ['reason'], ({ reason }) => {
    if (typeof reason !== 'string') return invalidFieldsResponse([fieldProblem('reason', 'not_a_string')]);
    if (reason.trim() === '') return invalidFieldsResponse([fieldProblem('reason', 'reason_required')]);
    const wrong = problemWithLabel(reason, MAX_REASON_LENGTH);
    if (wrong !== null) return invalidFieldsResponse([{ field: 'reason', ...wrong }]);
    const id = idOf(call);
    if (!liftSuppression(session, id, currentMillis())) return notFoundResponse();
    const path = `${ADMIN_RESOURCE}/email-suppressions/${id}`;
    emitAdminEvent(call, 'ACTION', 'LINKGATE_EMAIL_SUPPRESSION', path, { reason });
    return noContent(session).build();
  });
}

/** What is known of the emails to an address, as its account's: what another account got there before isn't shown. */
export function emailsOfAddress(
  session: KeycloakSession,
  email: string,
  account: UserModel | null,
  now: number,
) {
  if (!hasFeedback(session)) return { emails: [], suppression: null };
  const suppression = suppressionOf(session, email);
  const owner = account === null ? null : account.getId();
  const since = now - shownSeconds(session);
  const sent = emailsTo(session, addressKey(session, email), since * MILLIS_PER_SECOND, MAX_LISTED);
  return {
    emails: emailsOfHolder(sent, owner).map((one) => ({
      id: one.id,
      kind: one.kind,
      ...clientNamed(session, one.clientUuid),
      network: one.network,
      link: one.linkId,
      route: one.route,
      service_id: one.serviceId,
      state: one.state,
      state_at: one.stateAt,
      sent_at: one.sentAt,
      millis: one.millis,
      words: one.words,
      scanned_at: one.scannedAt,
      opened_at: one.openedAt,
      used_at: one.usedAt,
      rejected: one.rejection,
      rejected_at: one.rejectedAt,
      link_state: one.linkState,
    })),
    suppression: suppression === null ? null : shownSuppression(suppression),
  };
}

/** A client that may be gone; null for none. */
function clientNamed(session: KeycloakSession, uuid: string | null) {
  const client = uuid === null ? null : requireRealm(session).getClientById(uuid);
  return {
    client_id: client === null ? null : client.getClientId(),
    client_name: client === null ? null : clientName(session, client),
  };
}

function shownSuppression({ key, email, reason, route, since, expiresAt, words }: StoredSuppression) {
  return { id: key, email, reason, route, since, expires_at: expiresAt, words };
}
