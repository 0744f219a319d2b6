/** Revoking a value that isn't a token succeeds (RFC 7009, section 2.2), and only clients may revoke. */
import type { Check } from '../../probe/check.ts';
import { expectError } from '../../probe/expectations.ts';
import { expectSame } from '../../probe/fault.ts';
import { credentials } from '../../probe/requests.ts';

export const REVOKE_UNKNOWN: Check = {
  name: 'revoke-unknown',
  proves: 'contract 4.7, 5',
  needs: ['confidential'],
  fix: 'the realm needs linkgate.enabled=true and the server the plugin',
  run: async (probe) => {
    const client = probe.client('confidential');
    const { status, text } = await probe.post('/revoke', { token: 'conformance', ...credentials(client) });
    expectSame('response', [status, text], [200, '']);
    const wrong = { token: 'conformance', client_id: client.client_id, client_secret: 'conformance' };
    expectError('a wrong secret', await probe.post('/revoke', wrong), 401, 'invalid_client');
  },
};
