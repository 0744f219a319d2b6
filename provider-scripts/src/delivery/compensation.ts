/** What is compensated for after an email wasn't sent, by the outcome. */
import type { Unsent } from '../email/outcome.ts';
import type { Settings } from '../settings/parse.ts';

/** What becomes of an email's row, and whether its count is released. */
export interface Compensation {
  row: 'compensate' | 'revoke' | 'keep';
  releases: boolean;
}

/** `revocable`: whether the row of an email that may still arrive is revoked; otherwise it stays, and counts. */
export function compensationFor(
  outcome: Unsent,
  emailSender: Settings['emailSender'],
  revocable: boolean,
): Compensation {
  if (outcome !== 'late') return { row: 'compensate', releases: true };
  if (!revocable) return { row: 'keep', releases: false };
  // Only our own sending is broken off when its time is over.
  return { row: 'revoke', releases: emailSender === 'smtp' };
}
