/** Userinfo is for bearers of a good token. */
import type { Check } from '../../probe/check.ts';
import { expectError } from '../../probe/expectations.ts';
import { expectThat } from '../../probe/fault.ts';

export const USERINFO_REFUSED: Check = {
  name: 'userinfo-refused',
  proves: 'contract 4.5, 5',
  fix: 'the realm needs linkgate.enabled=true and the server the plugin',
  run: async (probe) => {
    const without = await probe.get('/userinfo');
    expectThat(without.status === 401, `without a token it answers ${without.status}`);
    expectThat(/^Bearer/.test(without.headers.get('www-authenticate') ?? ''), 'no challenge Bearer');
    const wrong = await probe.get('/userinfo', { authorization: 'Bearer conformance' });
    expectError('a token that is none', wrong, 401, 'invalid_token');
  },
};
