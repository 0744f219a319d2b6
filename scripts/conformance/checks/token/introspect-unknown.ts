/** A value that isn't a token is inactive, and only clients may introspect. */
import type { Check } from '../../probe/check.ts';
import { expectError } from '../../probe/expectations.ts';
import { expectSame } from '../../probe/fault.ts';
import { credentials } from '../../probe/requests.ts';

export const INTROSPECT_UNKNOWN: Check = {
  name: 'introspect-unknown',
  proves: 'contract 4.6, 5',
  needs: ['confidential'],
  fix: 'the realm needs linkgate.enabled=true and the server the plugin',
  run: async (probe) => {
    const client = probe.client('confidential');
    const { status, json } = await probe.post('/introspect', {
      token: 'conformance',
      ...credentials(client),
    });
    expectSame('response', [status, json], [200, { active: false }]);
    const wrong = { token: 'conformance', client_id: client.client_id, client_secret: 'conformance' };
    expectError('a wrong secret', await probe.post('/introspect', wrong), 401, 'invalid_client');
  },
};
