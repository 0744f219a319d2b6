/**
 * Delivers an email at most once: its count and its row are committed, it is queued and sent, then the outcome is recorded or compensated for.
 * Nothing is retried automatically: after a crash in between, row and count stay as they were committed.
 */
import type { KeycloakSession } from 'keycloak';
import { inOwnTransaction, inRepeatedTransaction } from '../database/sql.ts';
import type { EmailOutcome, Unsent } from '../email/outcome.ts';
import type { Transport } from '../email/transport.ts';
import { type LimitKey, type Reservation, releaseWithin, reserveWithin } from '../rate-limit/rows.ts';
import { compensationFor } from './compensation.ts';

/** What an email was counted under, and when. */
export type Reserved = Pick<Reservation, 'limitKeys' | 'at'>;

/** An email whose count and row are committed. */
export interface Delivery {
  reserved: Reserved;
  transport: Transport;
  /** Renders and sends it; no transaction is open meanwhile. */
  send(): EmailOutcome;
  /** Reports that it wasn't sent, before that is compensated for. */
  report(outcome: Unsent): void;
  /** Records in the row that it was sent; left out where the row says nothing of that. */
  confirm?(own: KeycloakSession): void;
  /** Compensates in the row for an email that surely wasn't sent; false if the row has changed since, and its count stays. */
  compensate(own: KeycloakSession, outcome: Unsent): boolean;
  /** Revokes the row of an email that may have been sent; left out where such a row stays as it was committed, with its count. */
  revoke?(own: KeycloakSession): void;
}

/**
 * Counts an email under its limitKeys and stores its row, in the current transaction, which has to be a repeated one: both, or neither where
 * that is rejected. The transaction is committed before `deliver`.
 *
 * @param instead as for `reserveWithin`
 */
export function reserveAndStore(
  own: KeycloakSession,
  limitKeys: readonly LimitKey[],
  store: () => void,
  instead?: Parameters<typeof reserveWithin>[2],
): Reservation {
  const reservation = reserveWithin(own, limitKeys, instead);
  if (reservation.granted) store();
  return reservation;
}

/** Sends a committed email. If it can't even be rendered, that is compensated for and thrown. */
export function deliver(session: KeycloakSession, delivery: Delivery): EmailOutcome {
  const outcome = sendOrCompensate(session, delivery);
  if (outcome !== 'sent') compensate(session, delivery, outcome);
  else if (delivery.confirm !== undefined) inOwnTransaction(session, (own) => delivery.confirm?.(own));
  return outcome;
}

function sendOrCompensate(session: KeycloakSession, delivery: Delivery): EmailOutcome {
  try {
    return delivery.send();
  } catch (failure) {
    compensate(session, delivery, 'failed');
    throw failure;
  }
}

function compensate(session: KeycloakSession, delivery: Delivery, outcome: Unsent): void {
  const { reserved, transport, revoke } = delivery;
  delivery.report(outcome);
  const { row, releases } = compensationFor(outcome, transport.emailSender, revoke !== undefined);
  if (row === 'keep') return;
  inRepeatedTransaction(session, (own) => {
    if (row === 'revoke') revoke?.(own);
    else if (!delivery.compensate(own, outcome)) return;
    if (releases) releaseWithin(own, reserved.limitKeys, reserved.at);
  });
}
