/** Only `code` is a response type. */
import type { Check } from '../../probe/check.ts';
import { expectErrorAtClient } from '../../probe/expectations.ts';

export const AUTH_RESPONSE_TYPE: Check = {
  name: 'auth-response-type',
  proves: 'contract 4.3',
  needs: ['confidential'],
  fix: 'the realm needs linkgate.enabled=true; the client the standard flow only, no implicit flow',
  run: async (probe) => {
    const client = probe.client('confidential');
    await expectErrorAtClient(probe, client, { response_type: 'token' }, 'unsupported_response_type');
    await expectErrorAtClient(probe, client, { response_type: undefined }, 'invalid_request');
  },
};
