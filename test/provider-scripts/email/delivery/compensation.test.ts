/** The remains of an unsent email: its count is released only if nothing of it was sent. */
import { expect, test } from 'vitest';
import { compensationFor } from '../../../../provider-scripts/src/email/delivery/compensation.ts';

test.each([
  ['smtp', 'failed', true],
  ['smtp', 'rejected', true],
  ['smtp', 'busy', true],
  ['provider', 'busy', true],
  // The sender doesn't say what it has sent.
  ['provider', 'failed', false],
  ['provider', 'rejected', false],
] as const)(
  'compensates for the row of an email that the sender %s leaves %s; releases its count: %s',
  (emailSender, outcome, releases) => {
    for (const revocable of [true, false])
      expect(compensationFor(outcome, emailSender, revocable)).toEqual({ row: 'compensate', releases });
  },
);

test.each(['smtp', 'provider'] as const)(
  'keeps the count of a late email of the sender %s',
  (emailSender) => {
    expect(compensationFor('late', emailSender, true)).toEqual({ row: 'revoke', releases: false });
    expect(compensationFor('late', emailSender, false)).toEqual({ row: 'keep', releases: false });
  },
);
