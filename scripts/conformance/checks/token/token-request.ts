/** Incomplete requests, and meaningless codes. */
import type { Check } from '../../probe/check.ts';
import { expectError } from '../../probe/expectations.ts';
import { credentials } from '../../probe/requests.ts';

export const TOKEN_REQUEST: Check = {
  name: 'token-request',
  proves: 'contract 4.4, 7.2',
  needs: ['confidential'],
  fix: 'the realm needs linkgate.enabled=true and the server the plugin',
  run: async (probe) => {
    const client = probe.client('confidential');
    const request = {
      grant_type: 'authorization_code',
      code: 'conformance',
      redirect_uri: client.redirect_uri,
      ...credentials(client),
    };
    expectError('a meaningless code', await probe.post('/token', request), 400, 'invalid_grant');
    const codeless = { ...request, code: undefined };
    expectError('no code', await probe.post('/token', codeless), 400, 'invalid_request');
    const homeless = { ...request, redirect_uri: undefined };
    expectError('no redirect URI', await probe.post('/token', homeless), 400, 'invalid_request');
  },
};
