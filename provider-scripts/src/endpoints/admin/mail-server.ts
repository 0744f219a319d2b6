/** Tries the connection to the realm's mail server, as an email does. */
import type { Response } from 'keycloak';
import { describeAttempt, resultOf } from '../../email/outcome.ts';
import { mailServer, smtpSettings } from '../../email/smtp.ts';
import { authenticatorOf, SEND_DEADLINE_MILLIS } from '../../email/smtp-properties.ts';
import type { AdminCall } from '../../http/request/admin-call.ts';
import { jsonResponse } from '../../http/response/responses.ts';
import { releaseConnection } from '../../platform/database/sql.ts';
import { log } from '../../platform/engine/log.ts';
import { FINDINGS } from '../../platform/errors/catalogue/findings.ts';
import { requireRealm } from '../../platform/keycloak/realm.ts';

const Mailer = Java.type('org.linkgate.host.Mailer');

/** Connects, logs in, and closes the connection; no email is sent. Requires what Keycloak's own *Test connection* does. */
export function testMailServer({ session, auth }: AdminCall): Response {
  auth.realm().requireManageRealm();
  const smtp = smtpSettings(session);
  const server = mailServer(session, smtp);
  releaseConnection(session);
  const tried = Mailer.connect(session, server, authenticatorOf(smtp), SEND_DEADLINE_MILLIS);
  const attempt = { outcome: tried.outcome(), response: tried.response(), exceptions: tried.exceptions() };
  const { cause } = resultOf(attempt);
  if (cause === null)
    return jsonResponse(200, { connected: true, message: null, detail: null, response: null }).build();
  log.warn(
    `realm "${requireRealm(session).getName()}": no connection to the mail server: ${describeAttempt(attempt, cause)}`,
  );
  const response = attempt.response === '' ? null : attempt.response;
  const detail = { id: cause, values: {} };
  return jsonResponse(200, { connected: false, message: FINDINGS[cause], detail, response }).build();
}
