/** The session endpoint issues the CSRF token that changes need. */
import type { Check } from '../../probe/check.ts';
import { expectRestError } from '../../probe/expectations.ts';
import { expectSame, expectThat } from '../../probe/fault.ts';
import { readResponse } from '../../probe/http.ts';

export const SESSION_ENDPOINTS: Check = {
  name: 'session-endpoints',
  proves: 'contract 4.10',
  fix: 'the realm needs linkgate.enabled=true and the server the plugin',
  run: async (probe) => {
    const { status, json } = await probe.get('/session');
    expectSame('status of /session', status, 200);
    expectSame('authenticated', json?.authenticated, false);
    expectThat(typeof json?.csrf_token === 'string' && json.csrf_token !== '', 'there is no csrf_token');
    const init = { method: 'DELETE', headers: { accept: 'application/json' } };
    const rejected = await readResponse(await probe.send(`${probe.target.baseUrl}/session`, init));
    expectRestError('without x-csrf-token', rejected, 403, 'invalid_csrf_token');
  },
};
