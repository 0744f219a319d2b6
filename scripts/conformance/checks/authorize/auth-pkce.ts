/** A public client must send a PKCE challenge. */
import type { Check } from '../../probe/check.ts';
import { expectErrorAtClient } from '../../probe/expectations.ts';

export const AUTH_PKCE: Check = {
  name: 'auth-pkce',
  proves: 'contract 2.8',
  needs: ['public'],
  fix: 'the client’s Settings tab: client authentication off (a public client); the realm needs linkgate.enabled=true',
  run: async (probe) => {
    await expectErrorAtClient(probe, probe.client('public'), {}, 'invalid_request');
  },
};
