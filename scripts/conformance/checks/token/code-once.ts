/** A code works once; if it is used again, its tokens end (RFC 6749, section 4.1.2). */
import type { Check } from '../../probe/check.ts';
import { expectError } from '../../probe/expectations.ts';
import { expectSame } from '../../probe/fault.ts';
import { credentials } from '../../probe/requests.ts';

export const CODE_ONCE: Check = {
  name: 'code-once',
  proves: 'contract 2.7, 3',
  needs: ['inbox'],
  fix: 'this is a fault in the server: check plugin-loaded',
  run: async (probe) => {
    const client = probe.client('confidential');
    const { code, tokens } = await probe.signIns.first();
    const again = await probe.signIns.exchange(client, code);
    expectError('the second exchange', again, 400, 'invalid_grant');
    const token = String(tokens.json?.access_token);
    const { json } = await probe.post('/introspect', { token, ...credentials(client) });
    expectSame('introspection of its token', json, { active: false });
  },
};
