/**
 * `POST /email-events/{route}`: an email service reports the fate of emails (contract, section 4.18). A batch is verified and stored, and acted
 * upon afterwards.
 */
import type { InputStream, KeycloakSession, Response } from 'keycloak';
import { actSoon } from '../../email/feedback/act.ts';
import { MAX_EVENTS, REPORT_BYTES } from '../../email/feedback/batch-limits.ts';
import { certificateOf, confirmLater, type Topic } from '../../email/feedback/certificates.ts';
import type { EmailEvent } from '../../email/feedback/event.ts';
import { hasFeedback } from '../../email/feedback/record.ts';
import { type SignedBatch, storeReport } from '../../email/feedback/reports.ts';
import type { Checks, Report } from '../../email/feedback/service.ts';
import { FEEDBACK_SERVICES } from '../../email/feedback/services.ts';
import { eventOfSes } from '../../email/feedback/ses.ts';
import { isSignedBy, notificationIn } from '../../email/feedback/sns.ts';
import { emailRoutes } from '../../email/route.ts';
import { readBounded } from '../../http/request/json-text.ts';
import { pathBelow } from '../../http/request/own-path.ts';
import { OWN_RESOURCES } from '../../http/response/formats.ts';
import { jsonResponse, methodNotAllowed, problemResponse } from '../../http/response/responses.ts';
import { count } from '../../observability/metrics/count.ts';
import { inRetriedTransaction, releaseConnection } from '../../platform/database/sql.ts';
import { currentMillis, currentTime } from '../../platform/engine/clock.ts';
import { log } from '../../platform/engine/log.ts';
import { inOneLine } from '../../platform/engine/one-line.ts';
import { type Problem, problem } from '../../platform/errors/problem.ts';
import { realmIdOf, requireRealm } from '../../platform/keycloak/realm.ts';
import { EMAIL_EVENTS_RESOURCE } from '../../platform/keycloak/resources.ts';
import { checkHttps } from '../../platform/keycloak/ssl-required.ts';
import { headerOf } from '../../platform/session/headers.ts';
import { countUnsigned, countUnverified, excessOfUnsigned } from '../../realm/limits/count.ts';
import { type Feedback, feedbackOf } from '../../realm/settings/email-routes.ts';

const Missing = Java.type('org.linkgate.host.Secrets$Missing');
const Secrets = Java.type('org.linkgate.host.Secrets');
const Signatures = Java.type('org.linkgate.host.Signatures');

const FORMAT = OWN_RESOURCES[EMAIL_EVENTS_RESOURCE];

/** The endpoint's functions as the host calls them. */
export const EMAIL_EVENTS = {
  /** Whether a stock realm has it: if one of its routes reports. */
  serves: (session: KeycloakSession): boolean => requireRealm(session).isEnabled() && hasFeedback(session),

  handle(session: KeycloakSession, method: string, body: InputStream): Response {
    if (method !== 'POST') return methodNotAllowed(FORMAT, ['POST']);
    const wrong = checkHttps(session) ?? excessOfUnsigned(session) ?? take(session, body);
    return wrong === null ? jsonResponse(200, {}).build() : problemResponse(FORMAT, wrong).build();
  },
};

/** Verifies and stores what is reported; returns why it isn't. */
function take(session: KeycloakSession, body: InputStream): Problem | null {
  const name = pathBelow(session, EMAIL_EVENTS_RESOURCE);
  const route = emailRoutes(session).find((one) => one.name === name);
  const feedback = route === undefined ? null : feedbackOf(route);
  if (feedback === null) return countUnverified(session) ?? problem('not_found');
  const { kind } = feedback;
  const read = readBounded(session, body, REPORT_BYTES[kind]);
  if ('problem' in read) return countUnverified(session) ?? rejectLarge(session, name, kind, read.problem);
  const report: Report = {
    header: (header) => headerOf(session, header) ?? '',
    body: read.text,
    now: currentMillis(),
  };
  // The vault may be slow.
  releaseConnection(session);
  const signed =
    feedback.kind === 'ses' ? readTopic(session, feedback, report) : readService(session, feedback, report);
  if (signed === 'confirmed') return null;
  if (signed === 'unverified') return countUnverified(session) ?? problem('report_unverified');
  if (signed === 'unsigned') return rejectUnsigned(session, name, kind);
  if (signed.events.length > MAX_EVENTS)
    return rejectLarge(session, name, kind, problem('report_unread', { max: MAX_EVENTS }));
  return store(session, { ...signed, route: name }, kind);
}

/** What a service has signed; `unverified`: it can't be told now. */
type Signed = Omit<SignedBatch, 'route'> | 'confirmed' | 'unsigned' | 'unverified';

function readService(
  session: KeycloakSession,
  { kind, secret: reference }: Exclude<Feedback, Topic>,
  report: Report,
): Signed {
  const service = FEEDBACK_SERVICES[kind];
  const secret = secretOf(session, reference);
  if (secret === null) return 'unverified';
  const once = service.verify(report, secret, CHECKS);
  if (once === null) return 'unsigned';
  return { once: once === '' ? report.body : once, events: known(service.read(report.body)) };
}

function readTopic(session: KeycloakSession, topic: Topic, report: Report): Signed {
  const notification = notificationIn(report.body, topic.topic, report.now);
  if (notification === null) return 'unsigned';
  const certificate = certificateOf(session, topic, notification.certificate);
  if (certificate === null) return 'unverified';
  if (!isSignedBy(certificate, notification, CHECKS)) return 'unsigned';
  const { confirmation, id, message } = notification;
  if (confirmation === null) return { once: id, events: known([eventOfSes(message)]) };
  return confirmLater(session, topic, confirmation) ? 'confirmed' : 'unverified';
}

function known(events: readonly (EmailEvent | null)[]): EmailEvent[] {
  return events.filter((event) => event !== null);
}

/** The secret in the vault; null if it doesn't give one. */
function secretOf(session: KeycloakSession, reference: string): string | null {
  try {
    return Secrets.of(session, reference);
  } catch (failure) {
    if (!(failure instanceof Missing)) throw failure;
    log.warn(`realm "${requireRealm(session).getName()}": the vault doesn’t give ${reference}`);
    return null;
  }
}

function rejectUnsigned(session: KeycloakSession, route: string, kind: Feedback['kind']): Problem {
  count(session, 'emailReportUnsigned', kind);
  const excess = countUnsigned(session);
  if (excess !== null) return excess;
  log.warn(
    `realm "${requireRealm(session).getName()}": what was reported of the route ${route} isn’t signed`,
  );
  return problem('report_unsigned');
}

/** Its service repeats it in vain: administrators learn of it. */
function rejectLarge(
  session: KeycloakSession,
  route: string,
  kind: Feedback['kind'],
  rejection: Problem,
): Problem {
  count(session, 'emailReportRejected', kind);
  log.warn(
    `realm "${requireRealm(session).getName()}": what was reported of the route ${route} is too large, and lost`,
  );
  return rejection;
}

/** Stores a batch before its service learns that it was; otherwise the service sends it again. */
function store(session: KeycloakSession, batch: SignedBatch, kind: Feedback['kind']): Problem | null {
  try {
    const now = currentTime();
    const isNew = inRetriedTransaction(session, (own) => storeReport(own, batch, now));
    if (isNew && batch.events.length > 0) {
      count(session, 'emailReportReceived', kind);
      actSoon(session.getKeycloakSessionFactory(), realmIdOf(session));
    }
    return null;
  } catch (failure) {
    const name = requireRealm(session).getName();
    log.error(`realm "${name}": what was reported of emails isn’t stored: ${inOneLine(String(failure))}`);
    return problem('temporarily_unavailable');
  }
}

/** By the server's own cryptography. */
const CHECKS: Checks = {
  hmac: (key, text, signature) => Signatures.isHmac(key.as, key.text, text, signature.as, signature.text),
  ecdsa: (publicKey, text, signature) => Signatures.isEcdsa(publicKey, text, signature),
  rsa: (certificate, text, signature, hash) => Signatures.isRsa(certificate, text, signature, hash),
  login: (credentials, wanted) => Signatures.isSame(credentials, wanted),
};
