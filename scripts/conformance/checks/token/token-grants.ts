/** Grants that the contract doesn't have, and one that the client isn't configured for. */
import type { Check } from '../../probe/check.ts';
import { expectError } from '../../probe/expectations.ts';
import { credentials } from '../../probe/requests.ts';

export const TOKEN_GRANTS: Check = {
  name: 'token-grants',
  proves: 'contract 4.4, 7.2',
  needs: ['confidential'],
  fix: 'the client’s Settings tab, Capability config: direct access grants and service accounts roles off',
  run: async (probe) => {
    const own = credentials(probe.client('confidential'));
    const password = { grant_type: 'password', username: 'conformance', password: 'conformance', ...own };
    expectError('grant password', await probe.post('/token', password), 400, 'unsupported_grant_type');
    const refresh = { grant_type: 'refresh_token', refresh_token: 'conformance', ...own };
    expectError('grant refresh_token', await probe.post('/token', refresh), 400, 'unsupported_grant_type');
    const machine = { grant_type: 'client_credentials', ...own };
    expectError('grant client_credentials', await probe.post('/token', machine), 400, 'unauthorized_client');
  },
};
