/** Nothing is sent to a redirect URI that isn't registered. */
import type { Check } from '../../probe/check.ts';
import { expectError } from '../../probe/expectations.ts';

export const AUTH_REDIRECT_URI: Check = {
  name: 'auth-redirect-uri',
  proves: 'contract 5, 7.2',
  needs: ['confidential'],
  fix: 'the client’s Settings tab, Valid redirect URIs: the exact addresses, no wildcard',
  run: async (probe) => {
    const client = probe.client('confidential');
    const elsewhere = { redirect_uri: `${client.redirect_uri}/conformance` };
    expectError(
      'a different redirect URI',
      await probe.authorize(client, elsewhere),
      400,
      'unauthorized_client',
    );
    const missing = { redirect_uri: undefined };
    expectError('no redirect URI', await probe.authorize(client, missing), 400, 'invalid_request');
  },
};
