/** A revoked token is inactive and rejected. */
import type { Check } from '../../probe/check.ts';
import { expectSame, expectThat } from '../../probe/fault.ts';
import { credentials } from '../../probe/requests.ts';

export const REVOCATION: Check = {
  name: 'revocation',
  proves: 'contract 4.7',
  needs: ['inbox'],
  fix: 'this is a fault in the server: check plugin-loaded',
  run: async (probe) => {
    const client = probe.client('confidential');
    const response = await probe.signIns.exchange(client, await probe.signIns.code(client));
    expectThat(response.status === 200, `/token returns ${response.status}`);
    const token = String(response.json?.access_token);
    const { status, text } = await probe.post('/revoke', { token, ...credentials(client) });
    expectSame('response of /revoke', [status, text], [200, '']);
    const { json } = await probe.post('/introspect', { token, ...credentials(client) });
    expectSame('introspection', json, { active: false });
    const rejected = await probe.get('/userinfo', { authorization: `Bearer ${token}` });
    expectSame('status of /userinfo', rejected.status, 401);
  },
};
