/** What becomes of an invitation, by its row and the time. */
import { describe, expect, test } from 'vitest';
import {
  barredBy,
  isGood,
  MAIL_EVERY_SECONDS,
  MAX_MAILS,
  mayResend,
  mayWithdraw,
  NEVER_MAILED,
  resendBarredBy,
  SENDING_SECONDS,
  stateAt,
} from '../../../provider-scripts/src/invitation/invitation.ts';

const NOW = 1_000_000;
const row = (
  state: Parameters<typeof stateAt>[0]['state'],
  endsAt: number | null = NOW + 10,
  sentAt = NOW,
) => ({
  state,
  endsAt,
  sentAt,
});

describe('an invitation', () => {
  test.each([
    ['sent', true],
    ['opened', true],
    ['uncertain', true],
    ['waiting', false],
    ['accepted', false],
    ['expired', false],
    ['withdrawn', false],
    ['failed', false],
  ] as const)('that is %s can be used: %s', (state, good) => {
    expect(isGood(row(state), NOW)).toBe(good);
    expect(isGood(row(state, NOW), NOW)).toBe(false);
  });

  test.each([
    ['sent', 'expired'],
    ['waiting', 'expired'],
    ['uncertain', 'expired'],
    ['accepted', 'accepted'],
    ['withdrawn', 'withdrawn'],
  ] as const)('that was %s is %s past its end, before its row says so', (state, shown) => {
    expect(stateAt(row(state, NOW), NOW)).toBe(shown);
  });

  test.each([
    ['sent', NOW, 'sent', true],
    ['sent', NOW + 1, 'expired', false],
    ['opened', NOW + 1, 'expired', false],
    ['uncertain', NOW + 1, 'expired', false],
    ['waiting', NOW + 1, 'waiting', false],
    ['accepted', NOW + 1, 'accepted', false],
  ] as const)(
    'that is %s counts when what was issued before %s was revoked',
    (state, before, shown, good) => {
      expect(stateAt(row(state), NOW, before)).toBe(shown);
      expect(isGood(row(state), NOW, before)).toBe(good);
    },
  );

  test.each([
    ['sent', true],
    ['opened', true],
    ['expired', true],
    ['withdrawn', true],
    ['failed', true],
    ['waiting', false],
    ['accepted', false],
    ['uncertain', false],
  ] as const)('that is %s can be sent again: %s', (state, may) => {
    expect(mayResend(row(state), NOW)).toBe(may);
  });

  test('that is uncertain can be sent again once nobody is sending it', () => {
    expect(mayResend(row('uncertain', NOW + 10, NOW - SENDING_SECONDS), NOW)).toBe(true);
  });

  test.each([
    ['its state', 'waiting', true, false, NEVER_MAILED, 'state'],
    ['its state, before anything else', 'accepted', false, true, NEVER_MAILED, 'state'],
    ['its client', 'sent', false, true, { ...NEVER_MAILED, optedOut: true }, 'client'],
    ['another to the same client', 'expired', true, true, NEVER_MAILED, 'there'],
    ['who wants no more', 'failed', true, false, { ...NEVER_MAILED, optedOut: true }, 'opted_out'],
    ['too many mails', 'expired', true, false, { ...NEVER_MAILED, mails: MAX_MAILS }, 'too_many'],
    ['a mail of today', 'opened', true, false, { ...NEVER_MAILED, mails: 1, mailedAt: NOW }, 'too_soon'],
    ['nothing', 'opened', true, false, NEVER_MAILED, null],
  ] as const)('is kept from being sent again by %s', (_, state, usable, invited, mailed, by) => {
    expect(resendBarredBy(row(state), { usable, invited, mailed }, NOW)).toBe(by);
  });

  test.each([
    ['waiting', true],
    ['sent', true],
    ['uncertain', true],
    ['accepted', false],
    ['withdrawn', false],
    ['failed', false],
  ] as const)('that is %s can be withdrawn: %s', (state, may) => {
    expect(mayWithdraw(row(state), NOW)).toBe(may);
  });
});

describe('an address', () => {
  test.each([
    [0, null, null],
    [1, NOW - MAIL_EVERY_SECONDS, null],
    [1, NOW - MAIL_EVERY_SECONDS + 1, 'too_soon'],
    [MAX_MAILS, 1, 'too_many'],
  ] as const)('that got %s mails, the last at %s, is barred as %s', (mails, mailedAt, barred) => {
    expect(barredBy({ mails, mailedAt, optedOut: false }, NOW)).toBe(barred);
  });

  test('that wants no more gets none', () => {
    expect(barredBy({ mails: 0, mailedAt: null, optedOut: true }, NOW)).toBe('opted_out');
  });
});
