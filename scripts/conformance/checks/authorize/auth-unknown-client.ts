/** No browser is redirected to an unknown client. */
import type { Check } from '../../probe/check.ts';
import { expectError } from '../../probe/expectations.ts';

export const AUTH_UNKNOWN_CLIENT: Check = {
  name: 'auth-unknown-client',
  proves: 'contract 4.3, 7.2',
  fix: 'the realm needs linkgate.enabled=true and the server the plugin',
  run: async (probe) => {
    const client = { client_id: 'conformance-nobody', redirect_uri: 'https://conformance.invalid/callback' };
    expectError('an unknown client', await probe.authorize(client), 401, 'invalid_client');
    expectError('no client', await probe.authorize(client, { client_id: undefined }), 400, 'invalid_request');
  },
};
