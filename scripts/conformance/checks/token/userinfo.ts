/** Userinfo returns the claims that the scopes release. */
import type { Check } from '../../probe/check.ts';
import { expectSame, expectThat } from '../../probe/fault.ts';

export const USERINFO: Check = {
  name: 'userinfo',
  proves: 'contract 2.4, 4.5',
  needs: ['inbox'],
  fix: 'checks scope-claims, client-scopes',
  run: async (probe) => {
    const { tokens, email } = await probe.signIns.first();
    const bearer = { authorization: `Bearer ${String(tokens.json?.access_token)}` };
    const { status, json = {} } = await probe.get('/userinfo', bearer);
    expectSame('status', status, 200);
    const { sub, ...claims } = json;
    expectThat(typeof sub === 'string' && sub !== '', 'there is no sub');
    const name = email.slice(0, email.indexOf('@'));
    expectSame('claims', claims, { email, email_verified: true, name, preferred_username: email });
  },
};
