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
  lastFailure: null,
  suppressed: null,
  severalAccounts: false,
  account: { enabled: true, isService: false, isRejected: false },
  signUpClosed: false,
  hasReferralCodes: true,
  optedOut: false,
  invitedAt: null,
  waitSeconds: null,
  signUpRejection: null,
  lastLink: { state: 'issued', requestedAt: NOW - 130, expiresAt: NOW + 770 },
};

/** A minute ago. */
const FAILED = { cause: 'email-connection-refused', at: NOW - 60 } as const;

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
    [
      'sign-up-denied emails-failing',
      {
        account: null,
        failedEmails: 2,
        lastLink: null,
        signUpRejection: { rule: 'denied' as const, entry: 'x.example' },
      },
    ],
    ['email-accepted', { failedEmails: 2 }],
    ['email-unsent', { failedEmails: 2, lastFailure: FAILED, lastLink: null }],
    ['email-unsent email-accepted', { lastFailure: FAILED }],
    ['email-accepted', { lastFailure: { ...FAILED, at: NOW - 131 } }],
    ['email-unsent invited', { account: null, lastLink: null, invitedAt: NOW - 61, lastFailure: FAILED }],
    ['invited', { account: null, lastLink: null, invitedAt: NOW, lastFailure: FAILED }],
    [
      'email-unsent link-revoked',
      { lastFailure: FAILED, lastLink: { state: 'revoked' as const, requestedAt: NOW, expiresAt: NOW } },
    ],
    ['address-suppressed email-accepted', { suppressed: 'hard' as const }],
    ['several-accounts', { severalAccounts: true, account: null, signUpClosed: true }],
    ['account-disabled', { account: { enabled: false, isService: false, isRejected: false } }],
    [
      'service-account not-requested',
      { account: { enabled: true, isService: true, isRejected: false }, lastLink: null },
    ],
    ['account-unverified', { account: { enabled: true, isService: false, isRejected: true } }],
    ['no-account', { account: null, signUpClosed: true, hasReferralCodes: false }],
    ['sign-up-denied', { account: null, signUpRejection: { rule: 'denied' as const, entry: 'x.example' } }],
    ['sign-up-unlisted', { account: null, signUpRejection: { rule: 'unlisted' as const, entry: null } }],
    [
      'sign-up-disposable',
      { account: null, signUpRejection: { rule: 'disposable' as const, entry: 'x.example' } },
    ],
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
    const [failing] = emailReasons({ ...GOOD, lastLink: null, failedEmails: 1 });
    expect(failing?.message).toMatch(/^1 email /);
    expect(failing?.values).toEqual({ count: 1 });
  });

  test('say why an email to the address failed', () => {
    expect(emailReasons({ ...GOOD, lastFailure: FAILED })[0]).toMatchObject({
      kind: 'problem',
      message:
        'An email to the address could not be sent 1 minute ago: the mail server does not accept connections at its host and port.',
      detail: { id: 'email-connection-refused', values: {} },
      values: { ago_seconds: 60 },
    });
  });
});
