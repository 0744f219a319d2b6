/** Notices to an account's address of what was done to the account: limited by address, so that nobody floods a mailbox by doing it again and again. */
import type { KeycloakSession } from 'keycloak';
import { normaliseOnServer } from '../../accounts/address/idn.ts';
import { inRetriedTransaction } from '../../platform/database/sql.ts';
import { limitKeyOf } from '../../realm/limits/count.ts';
import type { EmailOutcome, SendResult } from '../outcome.ts';
import type { Transport } from '../transport.ts';
import { deliver, reserveAndStore } from './deliver.ts';

/** Sends a notice to an address; `limited` if too many were sent to it. Its sender logs that it wasn't sent. */
export function deliverAccountNotice(
  session: KeycloakSession,
  to: string,
  transport: Transport,
  send: () => SendResult,
): EmailOutcome | 'limited' {
  const limitKey = limitKeyOf(session, 'account-notice', normaliseOnServer(to) ?? to);
  const reserved = inRetriedTransaction(session, (own) => reserveAndStore(own, [limitKey], NO_ROW));
  if (!reserved.granted) return 'limited';
  return deliver(session, { reserved, transport, send, report: () => {}, compensate: () => true });
}

/** A notice has no row. */
const NO_ROW = () => {};
