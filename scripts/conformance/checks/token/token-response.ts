/** The token endpoint's response has the contract's fields and no others. */
import { isApiScopeName } from '../../../../provider-scripts/src/clients/api-scopes.ts';
import type { Check } from '../../probe/check.ts';
import { expectLifetime } from '../../probe/expectations.ts';
import { expectSame, expectThat } from '../../probe/fault.ts';

export const TOKEN_RESPONSE: Check = {
  name: 'token-response',
  proves: 'contract 2.3',
  needs: ['inbox'],
  fix: 'checks token-lifetimes, session-lifetimes, refresh-tokens',
  run: async ({ signIns }) => {
    const { json = {}, headers } = (await signIns.first()).tokens;
    const fields = ['access_token', 'expires_in', 'id_token', 'scope', 'token_type'];
    expectSame('fields', Object.keys(json).sort(), fields);
    expectSame('token_type', json.token_type, 'Bearer');
    expectLifetime(json.expires_in);
    const scope = typeof json.scope === 'string' ? json.scope.split(' ').sort() : [];
    // An API scope that the client is assigned by default is always granted.
    const contracts = scope.filter((name) => !isApiScopeName(name));
    expectSame('scope', contracts, ['address', 'email', 'openid', 'profile']);
    expectThat((headers.get('cache-control') ?? '').includes('no-store'), 'it may be cached');
  },
};
