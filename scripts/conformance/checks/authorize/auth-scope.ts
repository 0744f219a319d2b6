/** Only the contract's scopes can be requested, separated by spaces. */
import type { Check } from '../../probe/check.ts';
import { expectErrorAtClient } from '../../probe/expectations.ts';

export const AUTH_SCOPE: Check = {
  name: 'auth-scope',
  proves: 'contract 7.2',
  needs: ['confidential'],
  fix: 'the realm needs linkgate.enabled=true and the server the plugin',
  run: async (probe) => {
    const client = probe.client('confidential');
    await expectErrorAtClient(probe, client, { scope: 'openid phone' }, 'invalid_scope');
    await expectErrorAtClient(probe, client, { scope: 'openid,email' }, 'invalid_scope');
  },
};
