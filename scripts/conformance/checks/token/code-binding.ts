/** A code is valid for its client and its redirect URI only. */
import type { Check } from '../../probe/check.ts';
import { expectError } from '../../probe/expectations.ts';

export const CODE_BINDING: Check = {
  name: 'code-binding',
  proves: 'contract 2.7, 7.2',
  needs: ['inbox', 'other'],
  fix: 'this is a fault in the server: check plugin-loaded',
  run: async (probe) => {
    const client = probe.client('confidential');
    const elsewhere = { redirect_uri: `${client.redirect_uri}/conformance` };
    const code = await probe.signIns.code(client);
    const moved = await probe.signIns.exchange(client, code, elsewhere);
    expectError('a different redirect URI', moved, 400, 'invalid_grant');
    const stolen = await probe.signIns.code(client);
    const { redirect_uri } = client;
    const taken = await probe.signIns.exchange(probe.client('other'), stolen, { redirect_uri });
    expectError('another client', taken, 400, 'invalid_grant');
  },
};
