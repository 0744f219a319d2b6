/** The discovery document. */
import { describe, expect, test } from 'vitest';
import {
  discoveryDocument,
  NO_OPTIONS,
} from '../../../../../provider-scripts/src/endpoints/keycloak/oauth/discovery.ts';

const BASE_URL = 'https://id.example.com/realms/linkgate';
const document = discoveryDocument(BASE_URL) as Record<string, unknown>;

/** The fields that every client needs (contract, section 2.1). */
const CONTRACT = [
  ['issuer', BASE_URL],
  ['authorization_endpoint', `${BASE_URL}/auth`],
  ['token_endpoint', `${BASE_URL}/token`],
  ['userinfo_endpoint', `${BASE_URL}/userinfo`],
  ['jwks_uri', `${BASE_URL}/.well-known/jwks.json`],
  ['introspection_endpoint', `${BASE_URL}/introspect`],
  ['revocation_endpoint', `${BASE_URL}/revoke`],
  ['response_types_supported', ['code']],
  ['subject_types_supported', ['public']],
  ['id_token_signing_alg_values_supported', ['RS256']],
  ['scopes_supported', ['openid', 'profile', 'email', 'address']],
  ['grant_types_supported', ['authorization_code']],
  ['code_challenge_methods_supported', ['S256', 'plain']],
] as const;

/** Standard fields next to them (contract, section 2.1). */
const BESIDE = [
  'token_endpoint_auth_methods_supported',
  'authorization_response_iss_parameter_supported',
  'end_session_endpoint',
  'claims_supported',
  'response_modes_supported',
  'prompt_values_supported',
  'request_uri_parameter_supported',
  'backchannel_logout_supported',
  'backchannel_logout_session_supported',
  'frontchannel_logout_supported',
  'frontchannel_logout_session_supported',
  'claims_parameter_supported',
];

describe('the discovery document', () => {
  test.each(CONTRACT)('has the contract’s %s', (field, value) => {
    expect(document[field]).toEqual(value);
  });

  test('has the other standard fields of the contract and no more', () => {
    const fields = [...CONTRACT.map(([field]) => field as string), ...BESIDE];
    expect(Object.keys(document).sort()).toEqual(fields.sort());
  });

  test('has the ways for a client to authenticate', () => {
    const methods = ['client_secret_post', 'client_secret_basic', 'none'];
    expect(document.token_endpoint_auth_methods_supported).toEqual(methods);
  });

  test('states that request objects can’t be sent by reference, since the default is that they can', () => {
    expect(document.request_uri_parameter_supported).toBe(false);
  });

  test('has its URLs below that of the realm', () => {
    for (const field of Object.keys(document)) {
      const value = document[field];
      if (typeof value === 'string') expect(value.slice(0, BASE_URL.length)).toBe(BASE_URL);
    }
  });

  test('offers proofs of possession only with algorithms for them', () => {
    const { dpop_signing_alg_values_supported: algorithms, ...others } = discoveryDocument(
      BASE_URL,
      BASE_URL,
      { ...NO_OPTIONS, proofAlgorithms: ['ES256'] },
    );
    expect(algorithms).toEqual(['ES256']);
    expect(others).toEqual(document);
  });

  test('lists API scopes after all others', () => {
    const apiScopes = ['orders:read'];
    expect(discoveryDocument(BASE_URL, BASE_URL, { ...NO_OPTIONS, apiScopes })).toEqual({
      ...document,
      scopes_supported: ['openid', 'profile', 'email', 'address', 'orders:read'],
    });
  });

  test('offers clients with documents only where the realm accepts them', () => {
    const options = { ...NO_OPTIONS, readsDocuments: true };
    expect(discoveryDocument(BASE_URL, BASE_URL, options)).toEqual({
      ...document,
      client_id_metadata_document_supported: true,
    });
  });

  test('survives serialization as JSON', () => {
    expect(JSON.parse(JSON.stringify(document))).toEqual(document);
  });
});

test('applications’ own requests go to the server’s back-channel URL, if there is one', () => {
  const inside = 'http://keycloak:8080/realms/linkgate';
  const other = discoveryDocument(BASE_URL, inside) as Record<string, unknown>;
  const moved = Object.keys(other).filter(
    (field) => other[field] !== document[field] && typeof other[field] === 'string',
  );
  expect(moved.sort()).toEqual([
    'introspection_endpoint',
    'jwks_uri',
    'revocation_endpoint',
    'token_endpoint',
    'userinfo_endpoint',
  ]);
  for (const field of moved) expect(String(other[field]).indexOf(inside)).toBe(0);
});
