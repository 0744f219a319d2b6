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
  hasMailServer: true,
  takesAddress: true,
  failedMails: 0,
  account: { enabled: true, isService: false },
  signUpClosed: false,
  waitSeconds: null,
  lastLink: { state: 'issued', askedAt: NOW - 130, expiresAt: NOW + 770 },
};

const ids = (facts: Partial<MailFacts>) => mailReasons({ ...GOOD, ...facts }).map(({ id }) => id);

describe('the reasons', () => {
  test.each([
    [{}, ['mail-left']],
    [{ hasFixedHostname: false, lastLink: null }, ['no-hostname', 'nobody-asked']],
    [{ hasMailServer: false, lastLink: null }, ['no-mail-server', 'nobody-asked']],
    [{ takesAddress: false, lastLink: null }, ['address-not-ascii', 'nobody-asked']],
    [{ failedMails: 2, lastLink: null }, ['mails-fail', 'nobody-asked']],
    [{ waitSeconds: 60 }, ['limit-reached', 'mail-left']],
    [{ account: null }, ['mail-left']],
    [{ account: null, signUpClosed: true, lastLink: null }, ['sign-up-closed', 'nobody-asked']],
    [{ signUpClosed: true }, ['mail-left']],
    [{ account: { enabled: false, isService: false } }, ['account-disabled']],
    [{ account: { enabled: true, isService: true }, lastLink: null }, ['service-account', 'nobody-asked']],
    [{ lastLink: { state: 'used' as const, askedAt: NOW, expiresAt: NOW } }, ['link-used']],
    [{ lastLink: { state: 'superseded' as const, askedAt: NOW, expiresAt: NOW } }, ['link-superseded']],
    [{ lastLink: { state: 'expired' as const, askedAt: NOW, expiresAt: NOW } }, ['link-expired']],
  ])('of %j are told', (facts, expected) => {
    expect(ids(facts)).toEqual(expected);
  });

  test('say when, and for how long yet', () => {
    expect(mailReasons(GOOD)[0]?.message).toBe(
      'A link was asked for 2 minutes ago; the mail server took the mail. The link can be used for another 13 minutes.',
    );
    expect(mailReasons({ ...GOOD, failedMails: 1 })[0]?.message).toMatch(/^1 mail /);
  });
});
