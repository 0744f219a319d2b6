/** Why a user gets no email, as text. */
import { describe, expect, test } from 'vitest';
import {
  type EmailFacts,
  emailReasons,
} from '../../../../../provider-scripts/src/endpoints/admin/users/reasons.ts';

const NOW = 1_700_000_000;
const GOOD: EmailFacts = {
  now: NOW,
  hasFixedHostname: true,
  hasLinkStep: true,
  hasMailServer: true,
  supportsAddress: true,
  failedEmails: 0,
  severalAccounts: false,
  account: { enabled: true, isService: false, isRejected: false },
  signUpClosed: false,
  hasReferralCodes: true,
  optedOut: false,
  invitedAt: null,
  waitSeconds: null,
  lastLink: { state: 'issued', requestedAt: NOW - 130, expiresAt: NOW + 770 },
};

const ids = (facts: Partial<EmailFacts>) => emailReasons({ ...GOOD, ...facts }).map(({ id }) => id);

describe('the reasons', () => {
  test.each([
    ['email-accepted', {}],
    ['no-hostname not-requested', { hasFixedHostname: false, lastLink: null }],
    ['no-link-step not-requested', { hasLinkStep: false, lastLink: null }],
    ['no-mail-server not-requested', { hasMailServer: false, lastLink: null }],
    ['address-not-ascii not-requested', { supportsAddress: false, lastLink: null }],
    ['emails-failing not-requested', { failedEmails: 2, lastLink: null }],
    ['limit-reached email-accepted', { waitSeconds: 60 }],
    ['email-accepted', { account: null }],
    ['sign-up-closed not-requested', { account: null, signUpClosed: true, lastLink: null }],
    ['email-accepted', { signUpClosed: true }],
    ['invited', { account: null, signUpClosed: true, lastLink: null, invitedAt: NOW - 86_400 }],
    ['invited email-accepted', { account: null, invitedAt: NOW - 86_400 }],
    [
      'opted-out sign-up-closed not-requested',
      { account: null, signUpClosed: true, lastLink: null, optedOut: true },
    ],
    ['email-accepted', { optedOut: true, invitedAt: NOW }],
    ['several-accounts', { severalAccounts: true, account: null, signUpClosed: true }],
    ['account-disabled', { account: { enabled: false, isService: false, isRejected: false } }],
    [
      'service-account not-requested',
      { account: { enabled: true, isService: true, isRejected: false }, lastLink: null },
    ],
    ['account-unverified', { account: { enabled: true, isService: false, isRejected: true } }],
    ['no-account', { account: null, signUpClosed: true, hasReferralCodes: false }],
    ['link-used', { lastLink: { state: 'used' as const, requestedAt: NOW, expiresAt: NOW } }],
    ['link-superseded', { lastLink: { state: 'superseded' as const, requestedAt: NOW, expiresAt: NOW } }],
    ['link-revoked', { lastLink: { state: 'revoked' as const, requestedAt: NOW, expiresAt: NOW } }],
    ['link-expired', { lastLink: { state: 'expired' as const, requestedAt: NOW, expiresAt: NOW } }],
  ])('are listed: %s', (expected, facts) => {
    expect(ids(facts).join(' ')).toBe(expected);
  });

  test('say whether they prevent emails', () => {
    const kinds = (facts: Partial<EmailFacts>) => emailReasons({ ...GOOD, ...facts }).map(({ kind }) => kind);
    expect(kinds({ waitSeconds: 60 })).toEqual(['problem', 'good']);
    expect(kinds({ account: null, invitedAt: NOW, lastLink: null })).toEqual(['info']);
  });

  test('state when the link was requested and how long it stays valid', () => {
    expect(emailReasons(GOOD)[0]?.message).toBe(
      'A link was requested 2 minutes ago; the mail server accepted the email. The link can be used for another 13 minutes.',
    );
    expect(emailReasons(GOOD)[0]?.values).toEqual({ ago_seconds: 120, left_seconds: 780 });
    expect(emailReasons({ ...GOOD, failedEmails: 1 })[0]?.message).toMatch(/^1 email /);
    expect(emailReasons({ ...GOOD, failedEmails: 1 })[0]?.values).toEqual({ count: 1 });
  });
});
