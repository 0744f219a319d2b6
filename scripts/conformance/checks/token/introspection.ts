/** A client introspects the token that it was issued. */
import { isApiScopeName } from '../../../../provider-scripts/src/clients/api-scopes.ts';
import { RESPONSE_FIELDS } from '../../../../provider-scripts/src/endpoints/keycloak/oauth/response-fields.ts';
import type { Check } from '../../probe/check.ts';
import { expectSame } from '../../probe/fault.ts';
import { credentials } from '../../probe/requests.ts';

export const INTROSPECTION: Check = {
  name: 'introspection',
  proves: 'contract 2.5, 4.6',
  needs: ['inbox'],
  fix: 'inactive: the audience mapper of the client is missing (check client-audience), or the session ends before the token (check session-lifetimes)',
  run: async (probe) => {
    const { tokens } = await probe.signIns.first();
    const client = probe.client('confidential');
    const token = String(tokens.json?.access_token);
    const { json = {} } = await probe.post('/introspect', { token, ...credentials(client) });
    expectSame('active', json.active, true);
    const fields = ['active', 'client_id', 'exp', 'iat', 'iss', 'scope', 'sub', 'token_type'];
    const ofApis: readonly string[] = String(json.scope).split(' ').some(isApiScopeName)
      ? RESPONSE_FIELDS.apiIntrospection
      : [];
    const found = Object.keys(json).filter((name) => !ofApis.includes(name));
    expectSame('fields', found.sort(), fields);
    const named = [json.client_id, json.iss, json.token_type];
    expectSame('client_id, iss, token_type', named, [client.client_id, probe.target.baseUrl, 'Bearer']);
  },
};
