/** How an email that wasn't sent is compensated for, by outcome. */
import type { SendFailure } from '../email/outcome.ts';
import type { Settings } from '../settings/parse.ts';

/** What happens to an email's row, and whether its rate limit reservation is released. */
export interface Compensation {
  row: 'compensate' | 'revoke' | 'keep';
  releases: boolean;
}

/** `revocable`: whether the row of an email that may still arrive can be revoked; otherwise the row stays and counts. */
export function compensationFor(
  outcome: SendFailure,
  emailSender: Settings['emailSender'],
  revocable: boolean,
): Compensation {
  if (outcome !== 'late') return { row: 'compensate', releases: true };
  if (!revocable) return { row: 'keep', releases: false };
  // Only Linkgate's own SMTP sender stops at the deadline.
  return { row: 'revoke', releases: emailSender === 'smtp' };
}
