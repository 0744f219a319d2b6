/** How an email that wasn't sent is compensated for, by outcome. */

import type { Settings } from '../../realm/flow/parse.ts';
import type { SendFailure } from '../outcome.ts';

/** What happens to an email's row, and whether its rate limit reservation is released: only for an email of which nothing was sent. */
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
  // Another sender doesn't say how far it came before it failed. A queue that is full sends nothing.
  if (outcome !== 'late')
    return { row: 'compensate', releases: emailSender === 'smtp' || outcome === 'busy' };
  return { row: revocable ? 'revoke' : 'keep', releases: false };
}
