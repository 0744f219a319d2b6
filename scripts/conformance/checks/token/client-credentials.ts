/** A machine gets an access token for itself, and nothing else. */
import type { Check } from '../../probe/check.ts';
import { expectLifetime } from '../../probe/expectations.ts';
import { expectSame, expectThat } from '../../probe/fault.ts';
import { credentials } from '../../probe/requests.ts';

export const CLIENT_CREDENTIALS: Check = {
  name: 'client-credentials',
  proves: 'contract 2.3, 4.4',
  needs: ['service'],
  fix: 'the client’s Settings tab: service accounts roles on; Advanced tab: no refresh token for client credentials; checks token-lifetimes, signing-keys',
  run: async (probe) => {
    const request = {
      grant_type: 'client_credentials',
      scope: 'openid',
      ...credentials(probe.client('service')),
    };
    const { status, json, text } = await probe.post('/token', request);
    expectThat(status === 200 && json !== undefined, `${status} ${text.slice(0, 200)}`);
    expectSame('fields', Object.keys(json).sort(), ['access_token', 'expires_in', 'scope', 'token_type']);
    expectSame('token_type', json.token_type, 'Bearer');
    expectLifetime(json.expires_in);
    await probe.verified('access token', json.access_token);
  },
};
