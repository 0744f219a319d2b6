/** Unknown clients and wrong secrets fail in the same way. */
import type { Check } from '../../probe/check.ts';
import { expectError } from '../../probe/expectations.ts';

export const TOKEN_CLIENT: Check = {
  name: 'token-client',
  proves: 'contract 5, 7.2',
  needs: ['confidential'],
  fix: 'the realm needs linkgate.enabled=true; a confidential client needs client authentication on',
  run: async (probe) => {
    const { client_id, redirect_uri } = probe.client('confidential');
    const request = { grant_type: 'authorization_code', code: 'conformance', redirect_uri };
    const wrong = { ...request, client_id, client_secret: 'conformance' };
    expectError('a wrong secret', await probe.post('/token', wrong), 401, 'invalid_client');
    const unknown = { ...request, client_id: 'conformance-nobody', client_secret: 'conformance' };
    expectError('an unknown client', await probe.post('/token', unknown), 401, 'invalid_client');
  },
};
