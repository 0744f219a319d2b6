/** The document has the contract's fields with exactly its values. */
import { isApiScopeName } from '../../../../provider-scripts/src/clients/api-scopes.ts';
import { OFFLINE_SCOPE } from '../../../../provider-scripts/src/clients/refresh-tokens.ts';
import { REFRESH_GRANT } from '../../../../provider-scripts/src/endpoints/keycloak/oauth/token/validate.ts';
import type { Check } from '../../probe/check.ts';
import { expectNone, expectThat, show } from '../../probe/fault.ts';

/** What a realm may have beside the contract's values, since a client has opted in; the checks `refresh-tokens` and `api-scopes` judge it. */
function extras(list: unknown, optional: string): string[] {
  return Array.isArray(list) && list.includes(optional) ? [optional] : [];
}

export const DISCOVERY_DOCUMENT: Check = {
  name: 'discovery-document',
  proves: 'contract 2.1',
  fix: 'the realm needs linkgate.enabled=true and the server the plugin; an issuer that differs means a different hostname or frontend URL',
  run: async (probe) => {
    const { status, json } = await probe.get('/.well-known/openid-configuration');
    expectThat(status === 200 && json !== undefined, `it returns ${status}`);
    const { baseUrl } = probe.target;
    const expected = {
      issuer: baseUrl,
      authorization_endpoint: `${baseUrl}/auth`,
      token_endpoint: `${baseUrl}/token`,
      userinfo_endpoint: `${baseUrl}/userinfo`,
      jwks_uri: `${baseUrl}/.well-known/jwks.json`,
      introspection_endpoint: `${baseUrl}/introspect`,
      revocation_endpoint: `${baseUrl}/revoke`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
      scopes_supported: [
        'openid',
        'profile',
        'email',
        'address',
        ...extras(json.scopes_supported, OFFLINE_SCOPE),
        ...(Array.isArray(json.scopes_supported)
          ? json.scopes_supported.filter((name) => isApiScopeName(String(name)))
          : []),
      ],
      grant_types_supported: ['authorization_code', ...extras(json.grant_types_supported, REFRESH_GRANT)],
      code_challenge_methods_supported: ['S256', 'plain'],
    };
    expectNone(
      Object.entries(expected)
        .filter(([name, value]) => show(json[name]) !== show(value))
        .map(([name, value]) => `${name} is ${show(json[name])} instead of ${show(value)}`),
    );
  },
};
