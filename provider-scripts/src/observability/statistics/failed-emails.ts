/** How many link emails of a realm recently failed, and why most emails did. */
import type { KeycloakSession } from 'keycloak';
import type { SendCause } from '../../platform/errors/catalogue/findings.ts';
import { emailsInLastHour, sum } from './last-hour.ts';
import { type Counted, FAILED_EMAILS_BY_CAUSE } from './names.ts';

/** Failures of the last hour. The cause is that of most; null if none was counted. */
export function failedEmails(session: KeycloakSession): { count: number; cause: SendCause | null } {
  const counted = emailsInLastHour(session);
  const failed = counted.filter(({ name }) => name.startsWith('emails_failed.'));
  return { count: sum(failed), cause: mostOf(counted) };
}

/** The most frequent cause. */
function mostOf(counted: readonly Counted[]): SendCause | null {
  const byCause = counted.filter(({ name }) => name.startsWith(FAILED_EMAILS_BY_CAUSE));
  const amountOf = (name: string) => sum(byCause.filter((one) => one.name === name));
  const [most] = byCause.map(({ name }) => name).sort((one, other) => amountOf(other) - amountOf(one));
  return most === undefined ? null : (most.slice(FAILED_EMAILS_BY_CAUSE.length) as SendCause);
}
