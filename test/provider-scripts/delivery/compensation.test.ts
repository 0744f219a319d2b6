/** The remains of an unsent email. */
import { expect, test } from 'vitest';
import { compensationFor } from '../../../provider-scripts/src/delivery/compensation.ts';

test.each(['failed', 'rejected', 'busy'] as const)(
  'compensates for row and count of an email that is %s',
  (outcome) => {
    for (const emailSender of ['smtp', 'provider'] as const)
      for (const revocable of [true, false])
        expect(compensationFor(outcome, emailSender, revocable)).toEqual({
          row: 'compensate',
          releases: true,
        });
  },
);

test('revokes the row of a late email, and releases its count if Linkgate itself aborted it', () => {
  expect(compensationFor('late', 'smtp', true)).toEqual({ row: 'revoke', releases: true });
  expect(compensationFor('late', 'provider', true)).toEqual({ row: 'revoke', releases: false });
});

test('keeps row and count of a late email whose row stays uncertain', () => {
  expect(compensationFor('late', 'smtp', false)).toEqual({ row: 'keep', releases: false });
});
