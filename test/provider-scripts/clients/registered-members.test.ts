/** Which members of a registration request reach Keycloak. */
import { describe, expect, test } from 'vitest';
import { problemWithTexts, readMembers } from '../../../provider-scripts/src/clients/registered-members.ts';

const URL = 'https://inside.example/';

describe('a registration', () => {
  test('retains a client’s description of itself, in both forms', () => {
    const standard = {
      redirect_uris: [URL],
      client_name: 'Shop',
      subject_type: 'public',
      backchannel_logout_uri: URL,
    };
    const { subject_type: _, ...members } = standard;
    expect(readMembers(standard)).toEqual({ members });
    const own = {
      clientId: 'shop',
      redirectUris: [URL],
      attributes: { policyUri: URL, 'client.secret.expiration.time': '1' },
    };
    expect(readMembers(own)).toEqual({ members: own });
  });

  test('ignores fields that it doesn’t decide, and unknown ones', () => {
    expect(
      readMembers({
        client_name: 'Shop',
        id_token_signed_response_alg: 'RS512',
        unheard_of: { deep: [1] },
        protocolMappers: [{ protocolMapper: 'oidc-audience-mapper' }],
        attributes: { 'access.token.lifespan': '1' },
      }),
    ).toEqual({ members: { client_name: 'Shop', attributes: {} } });
  });

  test.each<[object, object]>([
    [{ scope: 'openid profile email' }, { scope: 'profile email' }],
    [{ scope: 'offline_access email openid' }, { scope: 'email' }],
    [{ scope: 'openid' }, {}],
    [{ scope: 'openid offline_access' }, {}],
    [{ scope: 'profile orders:read' }, { scope: 'profile orders:read' }],
    [{ scope: 'openid_connect' }, { scope: 'openid_connect' }],
    [{ scope: 7 }, { scope: 7 }],
  ])('names no scope that nobody registers: %j', (given, members) => {
    expect(readMembers({ ...given })).toEqual({ members });
  });

  test.each([
    ['sector_identifier_uri', { sector_identifier_uri: URL }],
    ['sector_identifier_uri', { subject_type: 'pairwise', sector_identifier_uri: URL }],
    ['subject_type', { subject_type: 'pairwise' }],
    ['subject_type', { subject_type: ['pairwise'] }],
    ['jwks_uri', { jwks_uri: URL }],
    ['request_uris', { request_uris: [URL] }],
    ['request_uris', { request_uris: URL }],
    ['backchannel_client_notification_endpoint', { backchannel_client_notification_endpoint: URL }],
    ['protocolMappers', { protocolMappers: [{ protocolMapper: 'oidc-sha256-pairwise-sub-mapper' }] }],
    ['sectorIdentifierUri', { attributes: { sectorIdentifierUri: URL } }],
    ['jwks.url', { attributes: { 'jwks.url': URL } }],
    ['request.uris', { attributes: { 'request.uris': URL } }],
    [
      'ciba.backchannel.client.notification.endpoint',
      { attributes: { 'ciba.backchannel.client.notification.endpoint': URL } },
    ],
  ])('is rejected by the name of %s', (rejected, body) => {
    expect(readMembers({ client_name: 'Shop', ...body })).toEqual({ rejected });
  });

  test('may have empty members of that kind, as in a response that is sent back', () => {
    const body = {
      jwks_uri: null,
      sector_identifier_uri: '',
      request_uris: [],
      attributes: { 'jwks.url': '' },
    };
    expect(readMembers(body)).toEqual({ members: { attributes: {} } });
  });
});

describe('the texts of a registration', () => {
  const long = (length: number) => 'a'.repeat(length);

  test.each([
    [{ client_name: long(255), redirect_uris: [long(255)], logo_uri: long(2048) }],
    [
      {
        name: 'Shop',
        description: 'Fish',
        attributes: { logoUri: long(2048), 'linkgate.branding.text': 'Fish' },
      },
    ],
    [{ contacts: ['a@example.com'], client_secret: null, grant_types: ['authorization_code'] }],
  ])('are valid: %#', (members) => {
    expect(problemWithTexts(members)).toBe(null);
  });

  test.each([
    ...[
      'client_name',
      'client_uri',
      'client_secret',
      'client_id',
      'name',
      'description',
      'rootUrl',
      'baseUrl',
    ].map((name) => [{ [name]: long(256) }, `${name}: longer than 255 characters`] as const),
    [{ redirect_uris: ['https://a.example/', long(5000)] }, 'redirect_uris: longer than 255 characters'],
    [{ webOrigins: [long(256)] }, 'webOrigins: longer than 255 characters'],
    [{ tos_uri: long(2049) }, 'tos_uri: longer than 2048 characters'],
    [{ attributes: { tosUri: long(2049) } }, 'tosUri: longer than 2048 characters'],
    [{ client_uri: 'https://a.example/\u0000' }, 'client_uri: has a character that cannot be stored'],
    [{ client_name: `\${Acme Bank}` }, `client_name: must not have \${`],
    [{ description: '=?utf-8?q?Acme?=' }, 'description: must not have =?'],
    [
      { attributes: { 'linkgate.branding.sender-name': 'Acme\u202e' } },
      'linkgate.branding.sender-name: must not have characters that are hidden or turn text around',
    ],
  ] as const)('are named if invalid: %#', (members, problem) => {
    expect(problemWithTexts(members)).toMatchObject({ code: 'invalid_client_metadata', text: problem });
  });
});
