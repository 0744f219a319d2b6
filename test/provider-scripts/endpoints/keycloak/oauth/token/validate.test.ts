/** Token requests, validated before Keycloak does. */
import { describe, expect, test } from 'vitest';
import { SCOPES } from '../../../../../../provider-scripts/src/clients/scope.ts';
import {
  checkBuiltInGrant,
  checkGrant,
  checkTokenRequest,
  explainGrantError,
  GRANT_TYPES,
} from '../../../../../../provider-scripts/src/endpoints/keycloak/oauth/token/validate.ts';
import { invalidRequest, type ParameterValues, parametersOf } from '../../../../parameters-of.ts';

const CODE_GRANT = {
  grant_type: 'authorization_code',
  code: 'abc',
  redirect_uri: 'https://example.com/cb',
  client_id: 'demo-web',
  client_secret: 's3cret',
  code_verifier: 'xyz',
};

type Facts = Parameters<typeof checkGrant>[1];
const WEB: Facts = { signsUsersIn: true, hasServiceAccount: false, hasRefreshTokens: false, scopes: SCOPES };
const SERVICE: Facts = {
  signsUsersIn: false,
  hasServiceAccount: true,
  hasRefreshTokens: false,
  scopes: SCOPES,
};
const BOTH = { signsUsersIn: true, hasServiceAccount: true, hasRefreshTokens: false, scopes: SCOPES };
const NEITHER = { signsUsersIn: false, hasServiceAccount: false, hasRefreshTokens: false, scopes: SCOPES };

const NOT_CONFIGURED = {
  code: 'unauthorized_client',
  status: 400,
  text: 'grant_type: not configured for this client',
};
const UNSUPPORTED = {
  code: 'unsupported_grant_type',
  status: 400,
  text: 'Use authorization_code or client_credentials',
};

describe('a token request in the name of one of Keycloak’s own clients', () => {
  test.each([['authorization_code'], ['refresh_token'], ['client_credentials'], [undefined]])(
    'may be for %s',
    (grant_type) => {
      expect(checkBuiltInGrant(parametersOf({ grant_type }))).toBe(null);
    },
  );

  test.each([
    ['urn:ietf:params:oauth:grant-type:uma-ticket'],
    ['urn:ietf:params:oauth:grant-type:uma-ticket%0a'],
    ['refresh_token[m'],
    ['password'],
    [''],
  ])('can’t be for %s', (grant_type) => {
    expect(checkBuiltInGrant(parametersOf({ grant_type }))).toMatchObject(UNSUPPORTED);
    expect(checkBuiltInGrant(parametersOf({ grant_type: ['refresh_token', grant_type] }))).toMatchObject(
      UNSUPPORTED,
    );
  });
});

describe('a token request', () => {
  const check = (values: ParameterValues) => checkTokenRequest(parametersOf(values));

  test.each([
    ['with all possible parameters', { ...CODE_GRANT, scope: 'openid' }],
    ['with a grant alone', { grant_type: 'client_credentials' }],
    ['with an unknown grant, which is reported once the client is known', { grant_type: 'password' }],
    ['with an unknown parameter, twice', { ...CODE_GRANT, resource: ['a', 'b'] }],
  ])('%s is read', (_, values) => {
    expect(check(values)).toBe(null);
  });

  test.each([
    ['omitted', {}],
    ['empty', { ...CODE_GRANT, grant_type: '' }],
  ])('needs a grant type: it can’t be %s', (_, values) => {
    expect(check(values)).toMatchObject(invalidRequest('grant_type: required'));
  });

  test.each([
    ['grant_type'],
    ['code'],
    ['redirect_uri'],
    ['client_id'],
    ['client_secret'],
    ['code_verifier'],
    ['scope'],
  ])('can’t have %s twice', (name) => {
    expect(check({ ...CODE_GRANT, [name]: ['a', 'a'] })).toMatchObject(
      invalidRequest(`${name}: given more than once`),
    );
  });

  test('gets the error about a repeated parameter before that about a missing one', () => {
    expect(check({ code: ['a', 'b'] })).toMatchObject(invalidRequest('code: given more than once'));
  });
});

describe('the authorization code grant', () => {
  const check = (values: ParameterValues, client = WEB) =>
    checkGrant(parametersOf({ ...CODE_GRANT, ...values }), client);

  test('is for clients that sign users in', () => {
    expect(check({})).toBe(null);
    expect(check({}, BOTH)).toBe(null);
    expect(check({}, SERVICE)).toMatchObject(NOT_CONFIGURED);
    expect(check({}, NEITHER)).toMatchObject(NOT_CONFIGURED);
  });

  test.each([
    ['code', undefined],
    ['code', ''],
    ['redirect_uri', undefined],
    ['redirect_uri', ''],
  ])('needs %s, which can’t be "%s"', (name, value) => {
    expect(check({ [name]: value })).toMatchObject(invalidRequest(`${name}: required`));
  });

  test('gets the error about the code first', () => {
    expect(check({ code: undefined, redirect_uri: undefined })).toMatchObject(
      invalidRequest('code: required'),
    );
  });

  test('gets the error about the client before that about what is missing', () => {
    expect(check({ code: undefined }, SERVICE)).toMatchObject(NOT_CONFIGURED);
  });

  test('leaves verifier, scope and the code’s validation to Keycloak', () => {
    expect(check({ code: ' ', code_verifier: undefined, scope: 'phone' })).toBe(null);
  });
});

describe('the client credentials grant', () => {
  const check = (scope: string | undefined, client = SERVICE) =>
    checkGrant(parametersOf({ grant_type: 'client_credentials', scope }), client);

  test('is for clients with a service account', () => {
    expect(check(undefined)).toBe(null);
    expect(check(undefined, BOTH)).toBe(null);
    expect(check(undefined, WEB)).toMatchObject(NOT_CONFIGURED);
    expect(check(undefined, NEITHER)).toMatchObject(NOT_CONFIGURED);
  });

  test.each([
    ['omitted', undefined],
    ['empty', ''],
    ['openid', 'openid'],
    ['every scope', 'openid profile email address'],
  ])('may have its scope %s', (_, scope) => {
    expect(check(scope)).toBe(null);
  });

  test('can’t have an unknown or malformed scope', () => {
    expect(check('openid phone')).toMatchObject({
      code: 'invalid_scope',
      status: 400,
      text: 'scope: "phone" is not supported; use openid, profile, email, address, separated by spaces',
    });
    expect(check('openid  email')).toMatchObject(
      invalidRequest('scope: not a list of scope values separated by single spaces'),
    );
  });

  test('may have an API scope that the client is assigned', () => {
    const client: Facts = { ...SERVICE, scopes: [...SCOPES, 'orders:read'] };
    expect(check('openid orders:read', client)).toBe(null);
    expect(check('orders:write', client)).toMatchObject({ code: 'invalid_scope' });
  });

  test('gets the error about the client before that about its scope', () => {
    expect(check('phone', WEB)).toMatchObject(NOT_CONFIGURED);
  });
});

describe('the refresh token grant', () => {
  const STAYS = { ...WEB, hasRefreshTokens: true };
  const check = (values: ParameterValues, client = STAYS) =>
    checkGrant(parametersOf({ grant_type: 'refresh_token', refresh_token: 'a.b.c', ...values }), client);

  test('is for clients whose users stay signed in', () => {
    expect(check({})).toBe(null);
    expect(check({}, WEB)).toMatchObject(UNSUPPORTED);
  });

  test.each([
    ['a missing token', { refresh_token: undefined }, 'refresh_token: required'],
    ['an empty token', { refresh_token: '' }, 'refresh_token: required'],
    ['two tokens', { refresh_token: ['a', 'b'] }, 'refresh_token: given more than once'],
  ])('rejects %s', (_, values: ParameterValues, text) => {
    expect(check(values)).toMatchObject(invalidRequest(text));
  });

  test('rejects a token with control characters as one that was not issued', () => {
    expect(check({ refresh_token: 'a\n.b.c' })).toMatchObject({ code: 'invalid_grant', status: 400 });
  });
});

describe('another grant', () => {
  test.each([
    ['password'],
    ['refresh_token'],
    ['implicit'],
    ['urn:ietf:params:oauth:grant-type:device_code'],
    ['urn:ietf:params:oauth:grant-type:token-exchange'],
    ['urn:openid:params:grant-type:ciba'],
    ['Authorization_Code'],
    [' authorization_code'],
    ['client_credentials '],
    ['constructor'],
  ])('is unsupported: %s', (grant) => {
    for (const client of [WEB, SERVICE, BOTH, NEITHER])
      expect(checkGrant(parametersOf({ ...CODE_GRANT, grant_type: grant }), client)).toMatchObject(
        UNSUPPORTED,
      );
  });

  test('is rejected as unsupported', () => {
    expect([...GRANT_TYPES]).toEqual(['authorization_code', 'client_credentials']);
    for (const grant of GRANT_TYPES)
      expect(checkGrant(parametersOf({ ...CODE_GRANT, grant_type: grant, scope: 'openid' }), BOTH)).toBe(
        null,
      );
  });
});

describe('Keycloak’s error for a rejected code', () => {
  test.each([
    ['PKCE verification failed: Invalid code verifier', 'code_verifier_invalid'],
    ['PKCE code verifier not specified', 'code_verifier_invalid'],
    ['Incorrect redirect_uri', 'redirect_uri_mismatch'],
    ['Code is expired', 'token_expired'],
  ])('has the contract’s identifier: %s', (description, identifier) => {
    expect(explainGrantError(description)).toBe(`${identifier}: ${description}`);
  });

  test.each([['Code not valid'], ['code is expired'], ['The Code is expired'], ['Incorrect'], ['']])(
    'is unchanged otherwise: "%s"',
    (description) => {
      expect(explainGrantError(description)).toBe(description);
    },
  );
});
