/** The mail server accepts an email to an address outside the tests; whether it arrives can be seen in that inbox. */
import type { Check } from '../../probe/check.ts';
import { expectLinkRequested } from '../../probe/sign-ins.ts';

export const EMAIL_SENT: Check = {
  name: 'email-sent',
  proves: 'contract 4.8',
  needs: ['emailTo', 'confidential'],
  fix: '500 means that the server has no fixed hostname (check hostname) or failed: its log has the reason',
  run: async (probe) => {
    const { client_id, redirect_uri } = probe.client('confidential');
    const { emailTo: email, referralCode: referral_code } = probe.target;
    const order = { email, client_id, redirect_uri, referral_code };
    expectLinkRequested(await probe.postJson('/request-magic-link', order), referral_code);
  },
};
