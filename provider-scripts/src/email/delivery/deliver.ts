/**
 * Delivers an email at most once: commits its reservation and row, queues and sends it, then records the outcome or compensates.
 * Nothing is retried automatically: after a crash in between, reservation and row stay as committed.
 */
import type { KeycloakSession } from 'keycloak';
import { inOwnTransaction, inRetriedTransaction } from '../../platform/database/sql.ts';
import type { SendCause } from '../../platform/errors/catalogue/findings.ts';
import { type LimitKey, type Reservation, releaseWithin, reserveWithin } from '../../realm/limits/rows.ts';
import type { EmailOutcome, SendFailure, SendResult } from '../outcome.ts';
import type { Transport } from '../transport.ts';
import { compensationFor } from './compensation.ts';

/** The limits that an email was counted under, and when. */
export type Reserved = Pick<Reservation, 'limitKeys' | 'at'>;

/** An email whose reservation and row are committed. */
export interface Delivery {
  reserved: Reserved;
  transport: Transport;
  /** Renders and sends the email; no transaction is open meanwhile. */
  send(): SendResult;
  /** Reports that the email wasn't sent, before the compensation. */
  report(outcome: SendFailure, cause: SendCause): void;
  /** Records in the row that the email was sent; omitted if the row doesn't record that. */
  confirm?(own: KeycloakSession): void;
  /** Compensates in the row for an email that certainly wasn't sent; false if the row has changed since: the reservation then stays. */
  compensate(own: KeycloakSession, outcome: SendFailure): boolean;
  /** Revokes the row of an email that may have been sent; omitted if such a row stays as committed, with its reservation. */
  revoke?(own: KeycloakSession): void;
}

/**
 * Counts an email under its limits and stores its row; does neither if a limit rejects it. Runs in the current repeatable transaction,
 * which the caller commits before `deliver`.
 *
 * @param instead as for `reserveWithin`
 */
export function reserveAndStore(
  own: KeycloakSession,
  limitKeys: readonly LimitKey[],
  store: (reservation: Reservation) => void,
  instead?: Parameters<typeof reserveWithin>[2],
): Reservation {
  const reservation = reserveWithin(own, limitKeys, instead);
  if (reservation.granted) store(reservation);
  return reservation;
}

/** Sends a committed email. If rendering fails, compensates and rethrows. */
export function deliver(session: KeycloakSession, delivery: Delivery): EmailOutcome {
  const { outcome, cause } = sendOrCompensate(session, delivery);
  if (outcome !== 'sent') compensate(session, delivery, outcome, cause);
  else if (delivery.confirm !== undefined) inOwnTransaction(session, (own) => delivery.confirm?.(own));
  return outcome;
}

/**
 * Sends emails of one request, one after the other, until one isn't sent: each is compensated by itself. The rest's reservations are released,
 * since nothing of it was sent; its rows are the caller's.
 */
export function deliverInTurn(session: KeycloakSession, deliveries: readonly Delivery[]): EmailOutcome {
  let sent = 0;
  try {
    for (const delivery of deliveries) {
      const outcome = deliver(session, delivery);
      if (outcome !== 'sent') return outcome;
      sent += 1;
    }
    return 'sent';
  } finally {
    const unsent = deliveries.slice(sent + 1);
    if (unsent.length > 0)
      inRetriedTransaction(session, (own) => {
        for (const { reserved } of unsent) releaseWithin(own, reserved.limitKeys, reserved.at);
      });
  }
}

function sendOrCompensate(session: KeycloakSession, delivery: Delivery): SendResult {
  try {
    return delivery.send();
  } catch (failure) {
    compensate(session, delivery, 'failed', 'email-failed');
    throw failure;
  }
}

function compensate(
  session: KeycloakSession,
  delivery: Delivery,
  outcome: SendFailure,
  cause: SendCause,
): void {
  const { reserved, transport, revoke } = delivery;
  delivery.report(outcome, cause);
  const { row, releases } = compensationFor(outcome, transport.emailSender, revoke !== undefined);
  if (row === 'keep') return;
  inRetriedTransaction(session, (own) => {
    if (row === 'revoke') revoke?.(own);
    else if (!delivery.compensate(own, outcome)) return;
    if (releases) releaseWithin(own, reserved.limitKeys, reserved.at);
  });
}
