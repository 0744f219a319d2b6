/** What is stored of each email while a route of the realm reports; without one, nothing is stored or read. */
import type { KeycloakSession } from 'keycloak';
import { count } from '../../observability/metrics/count.ts';
import { inBackground } from '../../platform/database/background.ts';
import { inOwnTransaction } from '../../platform/database/sql.ts';
import { currentMillis, currentTime } from '../../platform/engine/clock.ts';
import { log } from '../../platform/engine/log.ts';
import { inOneLine } from '../../platform/engine/one-line.ts';
import { realmIdOf, requireRealm } from '../../platform/keycloak/realm.ts';
import { cachedWithRealm } from '../../platform/session/cached-with-realm.ts';
import { feedbackOf } from '../../realm/settings/email-routes.ts';
import { settingOf } from '../../realm/settings/of.ts';
import { REALM } from '../../realm/settings/table.ts';
import { addressKey } from './address-key.ts';
import { type About, type SentEmail, storeEmail } from './emails.ts';
import { bareId } from './event.ts';
import { storedSeconds } from './retention.ts';
import { isSuppressing } from './suppression.ts';
import { findSuppression, type StoredSuppression } from './suppressions.ts';

/** Whether a route of the session's realm reports. */
export function hasFeedback(session: KeycloakSession): boolean {
  const realm = requireRealm(session);
  return cachedWithRealm(realm, 'email-feedback', () =>
    settingOf(realm, REALM.emailRoutes).some((route) => feedbackOf(route) !== null),
  );
}

/** What suppresses an address now; null for nothing, or while no route reports. */
export function suppressionOf(session: KeycloakSession, email: string): StoredSuppression | null {
  if (!hasFeedback(session)) return null;
  const found = findSuppression(session, addressKey(session, email));
  return found !== null && isSuppressing(found, currentTime()) ? found : null;
}

/** An email that a route has accepted, or would have. */
export interface AcceptedEmail {
  readonly to: string;
  /** The name of its template. */
  readonly kind: string;
  readonly about: About;
  /** The client that it is for; null for none. */
  readonly clientUuid: string | null;
  /** Which route it took, and its ID there; null without one. */
  readonly way: { readonly route: string; readonly id: string | null } | undefined;
  readonly isSuppressed: boolean;
  /** Whether it was withheld for another reason: then it is none, and costs as much. */
  readonly withheld: boolean;
  /** How long sending took. */
  readonly millis: number;
}

/** Records an email in a transaction of its own, with as many statements whether or not it was really sent. */
export function recordEmail(session: KeycloakSession, email: AcceptedEmail): void {
  if (hasFeedback(session)) inOwnTransaction(session, (own) => store(own, email));
}

/** The same in the background, for an email of Keycloak's own: its transaction must stay open, and a statement that fails would end it. */
export function recordEmailLater(session: KeycloakSession, email: AcceptedEmail): void {
  if (!hasFeedback(session)) return;
  const realmId = realmIdOf(session);
  inBackground(session.getKeycloakSessionFactory(), 'storing an email', (later) =>
    inOwnTransaction(later, (own) => {
      const realm = own.realms().getRealm(realmId);
      if (realm === null) return;
      own.getContext().setRealm(realm);
      recordSafely(own, () => recordEmail(own, email));
    }),
  );
}

/**
 * Records the outcome of an email. A failure is logged and counted, and changes nothing: what a route has accepted is in the mailbox, and as unsent
 * its link would end and its limit be released.
 */
export function recordSafely(session: KeycloakSession, record: () => void): void {
  try {
    record();
  } catch (failure) {
    count(session, 'emailUnrecorded');
    const name = requireRealm(session).getName();
    log.error(`realm "${name}": the outcome of an email isn’t stored: ${inOneLine(String(failure))}`);
  }
}

function store(own: KeycloakSession, email: AcceptedEmail): void {
  countExpected(own, email);
  const { to, kind, about, clientUuid, way, isSuppressed, withheld, millis } = email;
  const id = way?.id ?? null;
  const sent: SentEmail = {
    ...about,
    network: about.network ?? null,
    clientUuid,
    kind,
    addressKey: addressKey(own, to),
    route: way?.route ?? null,
    serviceId: id === null ? null : bareId(id),
    state: isSuppressed ? 'suppressed' : 'accepted',
    sentAt: currentMillis() - millis,
    millis,
  };
  storeEmail(own, sent, isSuppressed || !withheld ? storedSeconds(own) : 0);
}

/** Counts an email that was sent by a route that reports. */
function countExpected(own: KeycloakSession, { way, isSuppressed, withheld }: AcceptedEmail): void {
  const route = settingOf(requireRealm(own), REALM.emailRoutes).find(({ name }) => name === way?.route);
  const feedback = route === undefined ? null : feedbackOf(route);
  if (feedback !== null && !isSuppressed && !withheld) count(own, 'emailReportExpected', feedback.kind);
}
