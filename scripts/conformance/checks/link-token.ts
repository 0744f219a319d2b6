/** The link's token is bound to the request that it was asked for with. */
import { decodeJwt } from 'jose';
import type { Check } from '../check.ts';
import { expectSame, expectThat } from '../fault.ts';

export const LINK_TOKEN: Check = {
  name: 'link-token',
  proves: 'contract 2.6',
  needs: ['inbox'],
  mend: 'the setting Link lifetime of the step "Linkgate: magic link" is 900 (check link-settings)',
  run: async (probe) => {
    const { link, email, state, nonce } = await probe.signIns.first();
    const { client_id, redirect_uri } = probe.client('confidential');
    const claims = decodeJwt(new URL(link).searchParams.get('token') ?? '');
    const { email: to, client_id: client, redirect_uri: uri, state: kept, nonce: once } = claims;
    expectSame('claims', [to, client, uri, kept, once], [email, client_id, redirect_uri, state, nonce]);
    expectThat(typeof claims.jti === 'string', 'there is no jti');
    expectSame('exp less iat', (claims.exp ?? 0) - (claims.iat ?? 0), 900);
  },
};
