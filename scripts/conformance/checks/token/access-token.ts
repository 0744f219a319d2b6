/** The access token verifies and has the lifetime in the response. */

import { TOKEN_SECONDS } from '../../../../provider-scripts/src/realm/realm-rules/rules.ts';
import type { Check } from '../../probe/check.ts';
import { expectSame } from '../../probe/fault.ts';

export const ACCESS_TOKEN: Check = {
  name: 'access-token',
  proves: 'contract 2.3, 5',
  needs: ['inbox'],
  fix: 'checks signing-keys, signature-algorithms, token-lifetimes',
  run: async (probe) => {
    const { json } = (await probe.signIns.first()).tokens;
    const { exp = 0, iat = 0 } = await probe.verified('access token', json?.access_token);
    expectSame('exp less iat', exp - iat, TOKEN_SECONDS);
  },
};
