/** An invalid link is rejected with a page for browsers and JSON for programs. */
import type { Check } from '../../probe/check.ts';
import { expectSame } from '../../probe/fault.ts';

export const VERIFY_EMAIL_UNKNOWN: Check = {
  name: 'verify-email-unknown',
  proves: 'contract 4.9, 7.2',
  fix: 'the realm needs linkgate.enabled=true and the server the plugin',
  run: async (probe) => {
    const { status, json } = await probe.get('/verify-email?token=conformance');
    expectSame('response', [status, json?.error], [401, 'invalid_token']);
    const page = await probe.signIns
      .newAgent()
      .request(`${probe.target.baseUrl}/verify-email?token=conformance`);
    expectSame('page', page.headers.get('content-type')?.split(';')[0], 'text/html');
  },
};
