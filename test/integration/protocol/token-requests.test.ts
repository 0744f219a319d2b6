/** Token requests that are rejected for their parameters (contract, sections 4.4 and 7.2). */
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { codeFrom, exchangeFields, pkcePair, signedIn } from '../../support/authorization.ts';
import { ENDPOINTS } from '../../support/endpoints.ts';
import { credentials, type Fields, post } from '../../support/form.ts';
import { expectRejection } from '../../support/rejection.ts';

const { clients } = inject('site');
const { web, service, spa } = clients;

/** Grants that other servers have. */
const OTHER_GRANTS = [
  'password',
  'refresh_token',
  'implicit',
  'urn:ietf:params:oauth:grant-type:device_code',
  'urn:ietf:params:oauth:grant-type:token-exchange',
  'urn:ietf:params:oauth:grant-type:jwt-bearer',
  'urn:ietf:params:oauth:grant-type:saml2-bearer',
  'urn:ietf:params:oauth:grant-type:uma-ticket',
  'urn:ietf:params:oauth:grant-type:pre-authorized_code',
  'urn:openid:params:grant-type:ciba',
  'AUTHORIZATION_CODE',
  'nonsense',
];

describe.each(ENDPOINTS)('a token request at $kind', ({ token }) => {
  test.each<[string, string, Fields]>([
    ['no grant_type', 'invalid_request', { grant_type: undefined }],
    ['an empty grant_type', 'invalid_request', { grant_type: '' }],
    [
      'a repeated grant_type',
      'invalid_request',
      { grant_type: ['client_credentials', 'client_credentials'] },
    ],
    ['a repeated scope', 'invalid_request', { scope: ['openid', 'email'] }],
    ['an unknown scope', 'invalid_scope', { scope: 'openid admin' }],
    ['scopes separated by commas', 'invalid_scope', { scope: 'openid,email' }],
    ['a scope with characters it can’t have', 'invalid_request', { scope: 'openid "email"' }],
    ['a scope of Keycloak’s that isn’t in the contract', 'invalid_scope', { scope: 'roles' }],
  ])('for client_credentials with %s is %s', async (_, error, fields) => {
    const response = await post(token, {
      grant_type: 'client_credentials',
      ...credentials(service),
      ...fields,
    });
    await expectRejection(response, 400, error);
  });

  test.each(OTHER_GRANTS)('for %s is unsupported_grant_type', async (grant) => {
    const response = await post(token, {
      grant_type: grant,
      ...credentials(web),
      username: 'a@example.com',
      password: 'x',
      refresh_token: 'x',
      device_code: 'x',
      auth_req_id: 'x',
      assertion: 'x',
      subject_token: 'x',
      subject_token_type: 'urn:ietf:params:oauth:token-type:access_token',
    });
    await expectRejection(response, 400, 'unsupported_grant_type');
  });

  test.each([
    ...OTHER_GRANTS.filter((grant) => grant.startsWith('urn:')),
    // Keycloak removes control characters, escaped ones too.
    ...['\u0000', '%00', '%0a', '%7F', '\u001b[0m', '[m', '%1B[1;2m'].map(
      (ignored) => `urn:ietf:params:oauth:grant-type:uma-ticket${ignored}`,
    ),
    'urn:ietf:params:oauth:grant-type:uma-[mticket',
    'urn:ietf:params:oauth:grant-type:pre-authorized_code%0a',
  ])('for %j is unsupported_grant_type in the name of a client of Keycloak’s, too', async (grant) => {
    const response = await post(token, { grant_type: grant, client_id: 'account', audience: 'x' });
    await expectRejection(response, 400, 'unsupported_grant_type');
  });

  test('by a password is rejected before the account lookup, in the name of Keycloak’s commands, too', async () => {
    const fields = { grant_type: 'password', client_id: 'admin-cli', username: 'x', password: 'x' };
    await expectRejection(await post(token, fields), 400, 'unsupported_grant_type');
  });

  test('in the name of a client of Keycloak’s is rejected by Keycloak for the grants of its consoles', async () => {
    const fields = { client_id: 'account-console', refresh_token: 'x', code: 'x', redirect_uri: 'x' };
    for (const grant_type of ['refresh_token', 'authorization_code'])
      await expectRejection(await post(token, { ...fields, grant_type }), 400, 'invalid_grant');
    await expectRejection(await post(token, fields), 400, 'invalid_request');
  });

  test.each([
    ['client_credentials by a client that has only sign-in', 'client_credentials', web],
    ['client_credentials by a client without a secret', 'client_credentials', spa],
    ['a code by a client that has only client_credentials', 'authorization_code', service],
  ])('for %s is unauthorized_client', async (_, grant, client) => {
    const response = await post(token, {
      ...exchangeFields(client, 'x', { redirect_uri: web.redirect_uri }),
      grant_type: grant,
    });
    await expectRejection(response, 400, 'unauthorized_client');
  });

  describe('for a code', () => {
    let good: Fields;
    beforeAll(async () => {
      good = exchangeFields(web, await codeFrom(await signedIn(web), web));
    });

    test.each<[string, string, Fields, RegExp?]>([
      ['no code', 'invalid_request', { code: undefined }, /code/],
      ['an empty code', 'invalid_request', { code: '' }, /code/],
      ['a repeated code', 'invalid_request', { code: ['a', 'b'] }],
      ['no redirect_uri', 'invalid_request', { redirect_uri: undefined }, /redirect_uri/],
      ['an empty redirect_uri', 'invalid_request', { redirect_uri: '' }, /redirect_uri/],
      [
        'a repeated redirect_uri',
        'invalid_request',
        { redirect_uri: [web.redirect_uri, 'https://x.example/'] },
      ],
      ['a repeated code_verifier', 'invalid_request', { code_verifier: ['a', 'b'] }],
      ['a meaningless code', 'invalid_grant', { code: 'nonsense' }],
      ['a code with the form of one', 'invalid_grant', { code: 'a.b.c' }],
      [
        'a code of an unknown session',
        'invalid_grant',
        {
          code: [0, 1, 2].map(() => crypto.randomUUID()).join('.'),
        },
      ],
      ['a code with control characters', 'invalid_grant', { code: 'a\u0000\u001bb' }],
    ])('with %s is %s', async (_, error, fields, text) => {
      await expectRejection(await post(token, { ...good, ...fields }), 400, error, text);
    });

    test('that is too long is rejected', async () => {
      const response = await post(token, { ...good, code: 'c'.repeat(5000) });
      expect(response.status).toBe(400);
      expect(((await response.json()) as { error: string }).error).toBeOneOf([
        'invalid_grant',
        'invalid_request',
      ]);
    });

    test('that is malformed leaves the code valid', async () => {
      expect((await post(token, good)).status).toBe(200);
    });

    test('ignores unknown parameters', async () => {
      const code = await codeFrom(await signedIn(web), web);
      expect((await post(token, exchangeFields(web, code, { something: 'else' }))).status).toBe(200);
    });
  });

  test('of a client without a secret is checked by the same rules', async () => {
    const { verifier, challenge } = pkcePair();
    const code = await codeFrom(await signedIn(spa, challenge), spa, { fields: challenge });
    const fields = exchangeFields(spa, code, { code_verifier: verifier });
    await expectRejection(await post(token, { ...fields, code: 'nonsense' }), 400, 'invalid_grant');
    await expectRejection(await post(token, { ...fields, client_id: undefined }), 400, 'invalid_request');
    expect((await post(token, fields)).status).toBe(200);
  });
});
