/** A client that isn't approved is rejected, and learns the reason only with the right secret. */
import type { Check } from '../../probe/check.ts';
import { expectError } from '../../probe/expectations.ts';
import { credentials } from '../../probe/requests.ts';

export const PENDING_CLIENT: Check = {
  name: 'pending-client',
  proves: 'contract 3.3, 7.2',
  needs: ['pending'],
  fix: 'the client’s attribute linkgate.approval is pending (npm run linkgate -- clients show <client id>)',
  run: async (probe) => {
    const client = probe.client('pending');
    const request = { grant_type: 'client_credentials', ...credentials(client) };
    expectError('at /token', await probe.post('/token', request), 403, 'invalid_client');
    const guess = { ...request, client_secret: 'conformance' };
    expectError('with a wrong secret', await probe.post('/token', guess), 401, 'invalid_client');
    if (client.redirect_uri === '') return;
    expectError('at /auth', await probe.authorize(client), 403, 'invalid_client');
  },
};
