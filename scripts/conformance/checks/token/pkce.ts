/** Both PKCE methods work, and a code without the right verifier is useless. */
import type { Check } from '../../probe/check.ts';
import { expectError } from '../../probe/expectations.ts';
import { expectSame } from '../../probe/fault.ts';
import { pkcePair } from '../../probe/sign-ins.ts';

export const PKCE: Check = {
  name: 'pkce',
  proves: 'contract 2.8, 4.4',
  needs: ['inbox', 'public'],
  fix: 'the client’s Settings tab: no PKCE method pinned (check client-pkce)',
  run: async (probe) => {
    const client = probe.client('public');
    for (const method of ['S256', 'plain'] as const) {
      const { verifier, challenge } = pkcePair(method);
      const code = await probe.signIns.code(client, challenge);
      const { status } = await probe.signIns.exchange(client, code, { code_verifier: verifier });
      expectSame(`${method}: status`, status, 200);
    }
    const code = await probe.signIns.code(client, pkcePair('S256').challenge);
    const other = { code_verifier: pkcePair('S256').verifier };
    expectError('a wrong verifier', await probe.signIns.exchange(client, code, other), 400, 'invalid_grant');
  },
};
