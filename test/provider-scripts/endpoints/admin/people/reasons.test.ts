/** Why a person gets no mail, in words. */
import { describe, expect, test } from 'vitest';
import {
  type MailFacts,
  mailReasons,
} from '../../../../../provider-scripts/src/endpoints/admin/people/reasons.ts';

const NOW = 1_700_000_000;
const GOOD: MailFacts = {
  now: NOW,
  hasFixedHostname: true,
  hasLinkStep: true,
  hasMailServer: true,
  takesAddress: true,
  failedMails: 0,
  severalAccounts: false,
  account: { enabled: true, isService: false },
  signUpClosed: false,
  waitSeconds: null,
  lastLink: { state: 'issued', askedAt: NOW - 130, expiresAt: NOW + 770 },
};

const ids = (facts: Partial<MailFacts>) => mailReasons({ ...GOOD, ...facts }).map(({ id }) => id);

describe('the reasons', () => {
  test.each([
    ['mail-left', {}],
    ['no-hostname nobody-asked', { hasFixedHostname: false, lastLink: null }],
    ['no-link-step nobody-asked', { hasLinkStep: false, lastLink: null }],
    ['no-mail-server nobody-asked', { hasMailServer: false, lastLink: null }],
    ['address-not-ascii nobody-asked', { takesAddress: false, lastLink: null }],
    ['mails-fail nobody-asked', { failedMails: 2, lastLink: null }],
    ['limit-reached mail-left', { waitSeconds: 60 }],
    ['mail-left', { account: null }],
    ['sign-up-closed nobody-asked', { account: null, signUpClosed: true, lastLink: null }],
    ['mail-left', { signUpClosed: true }],
    ['several-accounts', { severalAccounts: true, account: null, signUpClosed: true }],
    ['account-disabled', { account: { enabled: false, isService: false } }],
    ['service-account nobody-asked', { account: { enabled: true, isService: true }, lastLink: null }],
    ['link-used', { lastLink: { state: 'used' as const, askedAt: NOW, expiresAt: NOW } }],
    ['link-superseded', { lastLink: { state: 'superseded' as const, askedAt: NOW, expiresAt: NOW } }],
    ['link-revoked', { lastLink: { state: 'revoked' as const, askedAt: NOW, expiresAt: NOW } }],
    ['link-expired', { lastLink: { state: 'expired' as const, askedAt: NOW, expiresAt: NOW } }],
  ])('are told: %s', (expected, facts) => {
    expect(ids(facts).join(' ')).toBe(expected);
  });

  test('say when, and for how long yet', () => {
    expect(mailReasons(GOOD)[0]?.message).toBe(
      'A link was asked for 2 minutes ago; the mail server took the mail. The link can be used for another 13 minutes.',
    );
    expect(mailReasons(GOOD)[0]?.values).toEqual({ ago_seconds: 120, left_seconds: 780 });
    expect(mailReasons({ ...GOOD, failedMails: 1 })[0]?.message).toMatch(/^1 mail /);
    expect(mailReasons({ ...GOOD, failedMails: 1 })[0]?.values).toEqual({ count: 1 });
  });
});
