/** The state of an invitation, by its row and the time. */
import { describe, expect, test } from 'vitest';
import {
  blockedBy,
  EMAIL_EVERY_SECONDS,
  isUsable,
  MAX_EMAILS,
  mayResend,
  mayRevoke,
  NEVER_EMAILED,
  resendBlockedBy,
  SENDING_SECONDS,
  stateAt,
} from '../../../../provider-scripts/src/links/invitation/invitation.ts';

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
    ['revoked', false],
    ['skipped', false],
    ['failed', false],
  ] as const)('that is %s can be used: %s', (state, good) => {
    expect(isUsable(row(state), NOW)).toBe(good);
    expect(isUsable(row(state, NOW), NOW)).toBe(false);
  });

  test.each([
    ['sent', 'expired'],
    ['waiting', 'expired'],
    ['uncertain', 'expired'],
    ['accepted', 'accepted'],
    ['revoked', 'revoked'],
  ] as const)('that was %s is %s after its expiry, before its row is updated', (state, shown) => {
    expect(stateAt(row(state, NOW), NOW)).toBe(shown);
  });

  test.each([
    ['sent', NOW - 1, 'sent', true],
    ['sent', NOW, 'expired', false],
    ['opened', NOW, 'expired', false],
    ['uncertain', NOW, 'expired', false],
    ['waiting', NOW, 'waiting', false],
    ['accepted', NOW, 'accepted', false],
  ] as const)(
    'that is %s counts when credentials issued before %s were revoked',
    (state, before, shown, good) => {
      expect(stateAt(row(state), NOW, before)).toBe(shown);
      expect(isUsable(row(state), NOW, before)).toBe(good);
    },
  );

  test.each([
    ['sent', true],
    ['opened', true],
    ['expired', true],
    ['revoked', true],
    ['skipped', true],
    ['failed', true],
    ['waiting', false],
    ['accepted', false],
    ['uncertain', false],
  ] as const)('that is %s can be resent: %s', (state, may) => {
    expect(mayResend(row(state), NOW)).toBe(may);
  });

  test('that is uncertain can be resent once no node is sending it', () => {
    expect(mayResend(row('uncertain', NOW + 10, NOW - SENDING_SECONDS), NOW)).toBe(true);
  });

  test.each([
    ['its state', 'waiting', true, false, NEVER_EMAILED, 'state'],
    ['its state, before anything else', 'accepted', false, true, NEVER_EMAILED, 'state'],
    ['its client', 'sent', false, true, { ...NEVER_EMAILED, optedOut: true }, 'client'],
    ['another to the same client', 'expired', true, true, NEVER_EMAILED, 'there'],
    ['an opt-out', 'failed', true, false, { ...NEVER_EMAILED, optedOut: true }, 'opted_out'],
    ['too many emails', 'expired', true, false, { ...NEVER_EMAILED, emails: MAX_EMAILS }, 'too_many'],
    [
      'an email sent today',
      'opened',
      true,
      false,
      { ...NEVER_EMAILED, emails: 1, emailedAt: NOW },
      'too_soon',
    ],
    ['nothing', 'opened', true, false, NEVER_EMAILED, null],
  ] as const)('can’t be resent because of %s', (_, state, usable, invited, emailed, by) => {
    expect(resendBlockedBy(row(state), { usable, invited, emailed }, NOW)).toBe(by);
  });

  test.each([
    ['waiting', true],
    ['sent', true],
    ['uncertain', true],
    ['accepted', false],
    ['revoked', false],
    ['skipped', false],
    ['failed', false],
  ] as const)('that is %s can be revoked: %s', (state, may) => {
    expect(mayRevoke(row(state), NOW)).toBe(may);
  });
});

describe('an address', () => {
  test.each([
    [0, null, null],
    [1, NOW - EMAIL_EVERY_SECONDS, null],
    [1, NOW - EMAIL_EVERY_SECONDS + 1, 'too_soon'],
    [MAX_EMAILS, 1, 'too_many'],
  ] as const)('that got %s emails, the last at %s, is rejected as %s', (emails, emailedAt, rejection) => {
    expect(blockedBy({ emails, emailedAt, optedOut: false }, NOW)).toBe(rejection);
  });

  test('that opted out gets none', () => {
    expect(blockedBy({ emails: 0, emailedAt: null, optedOut: true }, NOW)).toBe('opted_out');
  });
});
