/** Userinfo is for bearers of a valid token. */
import type { Check } from '../../probe/check.ts';
import { expectError } from '../../probe/expectations.ts';
import { expectThat } from '../../probe/fault.ts';

export const USERINFO_REJECTED: Check = {
  name: 'userinfo-rejected',
  proves: 'contract 4.5, 5',
  fix: 'the realm needs linkgate.enabled=true and the server the plugin',
  run: async (probe) => {
    const without = await probe.get('/userinfo');
    expectThat(without.status === 401, `without a token it returns ${without.status}`);
    expectThat(/^Bearer/.test(without.headers.get('www-authenticate') ?? ''), 'no Bearer challenge');
    const wrong = await probe.get('/userinfo', { authorization: 'Bearer conformance' });
    expectError('something that isn’t a token', wrong, 401, 'invalid_token');
  },
};
