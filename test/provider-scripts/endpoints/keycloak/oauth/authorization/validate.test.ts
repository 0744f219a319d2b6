/** Authorization requests, validated before Keycloak does. */
import { describe, expect, test } from 'vitest';
import { MAX_STATE_LENGTH } from '../../../../../../provider-scripts/src/clients/opaque-parameters.ts';
import { SCOPES } from '../../../../../../provider-scripts/src/clients/scope.ts';
import {
  checkAuthorizationRequest,
  checkLength,
  countedPrompt,
  MAX_HINT_LENGTH,
  MAX_UNKNOWN_WITH_HINT,
  MAX_VALUE_LENGTH,
  PROMPTS,
  RESPONSE_MODES,
} from '../../../../../../provider-scripts/src/endpoints/keycloak/oauth/authorization/validate.ts';
import { repeat } from '../../../../../engine/repeat.ts';
import { invalidRequest, type ParameterValues, parametersOf } from '../../../../parameters-of.ts';

/** RFC 7636, appendix B. */
const CHALLENGE = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';

const GOOD = {
  response_type: 'code',
  client_id: 'demo-web',
  redirect_uri: 'https://example.com/cb',
  scope: 'openid email',
  state: 'xyz',
};

const CONFIDENTIAL = { isPublic: false, signsUsersIn: true, scopes: SCOPES };
const PUBLIC = { isPublic: true, signsUsersIn: true, scopes: SCOPES };
const SERVICE = { isPublic: false, signsUsersIn: false, scopes: SCOPES };

const check = (values: ParameterValues, client = CONFIDENTIAL) =>
  checkAuthorizationRequest(parametersOf({ ...GOOD, ...values }), client);

describe('a hint of the user', () => {
  const beside = (count: number) => {
    const values: Record<string, string> = {};
    for (let i = 0; i < count; i++) values[`x${i}`] = '1';
    return values;
  };

  test('is read up to the length, and beside as many unknown parameters, as Keycloak keeps', () => {
    const values = {
      ...beside(MAX_UNKNOWN_WITH_HINT),
      kc_idp_hint: 'x',
      id_token_hint: repeat('h', MAX_HINT_LENGTH),
    };
    expect(check(values)).toBe(null);
    expect(check(beside(MAX_UNKNOWN_WITH_HINT + 2))).toBe(null);
  });

  test('is rejected if Keycloak would drop it', () => {
    expect(check({ id_token_hint: repeat('h', MAX_HINT_LENGTH + 1) })).toMatchObject(
      invalidRequest('id_token_hint: longer than 2000 characters'),
    );
    expect(check({ id_token_hint: 'h', x: repeat('x', MAX_HINT_LENGTH + 1) })).toMatchObject(
      invalidRequest('x: longer than 2000 characters'),
    );
    expect(check({ id_token_hint: 'h', ...beside(MAX_UNKNOWN_WITH_HINT + 1) })).toMatchObject(
      invalidRequest('id_token_hint: beside more than 4 unknown parameters'),
    );
    for (const id_token_hint of [' ', '\u0000'])
      expect(check({ id_token_hint })).toMatchObject(invalidRequest('id_token_hint: not a token'));
  });
});

test.each([['prompt'], ['claims'], ['acr_values'], ['kc_action']])(
  '%s is rejected if it would be ignored',
  (name) => {
    expect(check({ [name]: repeat('x', MAX_VALUE_LENGTH + 1) })).toMatchObject(
      invalidRequest(`${name}: longer than 4000 characters`),
    );
  },
);

describe('an authorization request', () => {
  test.each([
    ['with the required parameters', {}],
    ['without scope and state', { scope: undefined, state: undefined }],
    ['with an empty scope, state and nonce', { scope: '', state: '', nonce: '' }],
    ['with unknown parameters, twice', { resource: ['a', 'b'], constructor: ['a', 'b'] }],
    [
      'with everything',
      {
        response_mode: 'form_post',
        nonce: 'n',
        code_challenge: CHALLENGE,
        code_challenge_method: 'S256',
        prompt: 'login consent',
        max_age: '3600',
        claims: '{"id_token":{"auth_time":{"essential":true}}}',
        kc_action: 'delete_credential:some-id',
      },
    ],
    ['with an action of Keycloak’s that has no parameter', { kc_action: 'UPDATE_PROFILE' }],
  ])('%s is valid', (_, values) => {
    expect(check(values)).toBe(null);
  });

  test.each([
    ['client_id'],
    ['redirect_uri'],
    ['response_type'],
    ['response_mode'],
    ['scope'],
    ['state'],
    ['nonce'],
    ['code_challenge'],
    ['code_challenge_method'],
    ['prompt'],
    ['max_age'],
    ['request'],
    ['request_uri'],
  ])('can’t have %s twice', (name) => {
    const twice = invalidRequest(`${name}: given more than once`);
    expect(check({ [name]: ['a', 'a'] })).toMatchObject(twice);
    expect(check({ [name]: ['', ''] })).toMatchObject(twice);
  });

  test('can’t be a request object', () => {
    expect(check({ request: 'a.b.c' })).toMatchObject({
      code: 'request_not_supported',
      status: 400,
      text: 'request: request objects are not supported',
    });
    expect(check({ request_uri: 'urn:ietf:params:oauth:request_uri:x' })).toMatchObject({
      code: 'request_uri_not_supported',
      status: 400,
      text: 'request_uri: request objects are not supported',
    });
    expect(check({ request: 'a.b.c', request_uri: 'https://example.com/r' })?.code).toBe(
      'request_not_supported',
    );
    expect(check({ request: '', request_uri: '' })).toBe(null);
  });

  test('gets the error about unreadable parameters before any other', () => {
    const all = { state: ['a', 'b'], request: 'a.b.c', response_type: 'token', scope: 'phone', max_age: 'x' };
    expect(check(all, SERVICE)).toMatchObject(invalidRequest('state: given more than once'));
    expect(check({ ...all, state: 'a' }, SERVICE)?.code).toBe('request_not_supported');
    expect(check({ ...all, state: 'a', request: undefined }, SERVICE)?.code).toBe(
      'unsupported_response_type',
    );
  });
});

describe('the response type', () => {
  test('is needed', () => {
    expect(check({ response_type: undefined })).toMatchObject(invalidRequest('response_type: required'));
    expect(check({ response_type: '' })).toMatchObject(invalidRequest('response_type: required'));
  });

  test.each([
    ['token'],
    ['id_token'],
    ['none'],
    ['code id_token'],
    ['code token'],
    ['CODE'],
    ['code '],
    [' code'],
    ['code\n'],
    ['constructor'],
  ])('can’t be "%s"', (type) => {
    expect(check({ response_type: type })).toMatchObject({
      code: 'unsupported_response_type',
      status: 400,
      text: 'response_type must be "code"',
    });
  });

  test('is for clients that sign users in', () => {
    expect(check({}, SERVICE)).toMatchObject({
      code: 'unauthorized_client',
      status: 400,
      text: 'response_type: not configured for this client',
    });
  });
});

describe('the response mode', () => {
  test.each([['query'], ['fragment'], ['form_post'], ['']])('may be "%s"', (mode) => {
    expect(check({ response_mode: mode })).toBe(null);
  });

  test.each([['jwt'], ['query.jwt'], ['web_message'], ['QUERY'], ['query fragment'], ['constructor']])(
    'can’t be "%s"',
    (mode) => {
      expect(check({ response_mode: mode })).toMatchObject(
        invalidRequest('response_mode: use one of query, fragment, form_post'),
      );
    },
  );
});

describe('state and nonce', () => {
  const longest = repeat('x', MAX_STATE_LENGTH);

  test.each([['state'], ['nonce']])('have a maximum length: %s', (name) => {
    expect(check({ [name]: longest })).toBe(null);
    expect(check({ [name]: `${longest}x` })).toMatchObject(
      invalidRequest(`${name}: longer than ${MAX_STATE_LENGTH} characters`),
    );
  });

  test('may be anything without control characters', () => {
    expect(check({ state: ' %0A"<\u00fc\ud83d\udd11', nonce: '[1m' })).toBe(null);
  });

  test.each([['state'], ['nonce'], ['login_hint'], ['acr_values'], ['ui_locales'], ['kc_idp_hint']])(
    'and other strings have no control characters: %s',
    (name) => {
      for (const character of ['\u0000', '\t', '\n', '\r\n', '\u001f', '\u007f'])
        expect(check({ [name]: `YWJj${character}ZGVm` })).toMatchObject(
          invalidRequest(`${name}: has control characters`),
        );
    },
  );

  test('have the same maximum for every caller', () => {
    expect(checkLength('state', undefined)).toBe(null);
    expect(checkLength('state', '')).toBe(null);
    expect(checkLength('anything', longest)).toBe(null);
    expect(checkLength('anything', `${longest}x`)).toMatchObject(
      invalidRequest('anything: longer than 1024 characters'),
    );
  });
});

describe('scope and PKCE', () => {
  test('are checked by their own rules', () => {
    expect(check({ scope: 'openid phone' })?.code).toBe('invalid_scope');
    expect(check({ scope: 'openid  email' })?.code).toBe('invalid_request');
    expect(check({ code_challenge: 'short' })?.code).toBe('invalid_request');
    expect(check({ code_challenge: CHALLENGE, code_challenge_method: 'S512' })).toMatchObject(
      invalidRequest('code_challenge_method: use one of S256, plain'),
    );
  });

  test('a client without a secret needs a challenge that isn’t empty', () => {
    const required = invalidRequest('code_challenge: required from a client without a secret');
    expect(check({}, PUBLIC)).toMatchObject(required);
    expect(check({ code_challenge: '' }, PUBLIC)).toMatchObject(required);
    expect(check({ code_challenge: CHALLENGE, code_challenge_method: 'S256' }, PUBLIC)).toBe(null);
  });
});

describe('the prompt', () => {
  test.each([
    [''],
    ['none'],
    ['login'],
    ['consent'],
    ['select_account'],
    ['login consent'],
    ['select_account login consent'],
    ['login login'],
  ])('may be "%s"', (prompt) => {
    expect(check({ prompt })).toBe(null);
  });

  test.each([
    ['create'],
    ['Login'],
    ['login,consent'],
    ['login  consent'],
    [' '],
    ['login '],
    ['login\tconsent'],
    ['none create'],
    ['constructor'],
  ])('can’t be "%s"', (prompt) => {
    expect(check({ prompt })).toMatchObject(
      invalidRequest('prompt: use one of none, login, consent, select_account'),
    );
  });

  test.each([['none login'], ['consent none'], ['none none']])(
    'can’t be "%s", since none excludes other values',
    (prompt) => {
      expect(check({ prompt })).toMatchObject(
        invalidRequest('prompt: "none" cannot be combined with other values'),
      );
    },
  );
});

describe('the maximum age', () => {
  test.each([[''], ['0'], ['1'], ['086400'], ['999999999']])('may be "%s"', (maxAge) => {
    expect(check({ max_age: maxAge })).toBe(null);
  });

  test.each([
    ['negative', '-1'],
    ['signed', '+1'],
    ['a fraction', '1.5'],
    ['written with an exponent', '1e3'],
    ['written with a space', '1 '],
    ['followed by a line break', '1\n'],
    ['text', 'soon'],
    ['too long', '1000000000'],
    ['written in digits of another script', '\u0661'],
  ])('can’t be %s', (_, maxAge) => {
    expect(check({ max_age: maxAge })).toMatchObject(
      invalidRequest('max_age: not a whole number of seconds'),
    );
  });
});

describe('the claims', () => {
  test.each([[''], ['{}'], [' {"userinfo":{"email":null}} ']])('may be %s', (claims) => {
    expect(check({ claims })).toBe(null);
  });

  test.each([['email'], ['{'], ['{} {}'], ['null'], ['[]'], ['1'], ['"{}"'], ["{'a':1}"], ['{"a":1,}']])(
    'can’t be %s',
    (claims) => {
      expect(check({ claims })).toMatchObject(invalidRequest('claims: not a JSON object'));
    },
  );
});

test.each([['x:'], [':'], [':y'], ['x::y'], ['::'], ['x\u0000y'], ['x%00y'], ['x[0my'], ['\u001b[1mx:y']])(
  'the action can’t be %s, which Keycloak would parse unchecked, or alter',
  (action) => {
    expect(check({ kc_action: action })).toMatchObject(
      invalidRequest('kc_action: not of the form action:parameter'),
    );
  },
);

describe('what can be requested', () => {
  test('is the list of OpenID Connect', () => {
    expect([...RESPONSE_MODES]).toEqual(['query', 'fragment', 'form_post']);
    expect([...PROMPTS]).toEqual(['none', 'login', 'consent', 'select_account']);
    for (const mode of RESPONSE_MODES) expect(check({ response_mode: mode })).toBe(null);
    for (const prompt of PROMPTS) expect(check({ prompt })).toBe(null);
  });
});

test.each(['login_hint', 'ui_locales', 'unknown'])('%s can’t have control characters', (name) => {
  expect(check({ [name]: 'a\nb' })).toMatchObject(invalidRequest(`${name}: has control characters`));
});

describe('max_age=0', () => {
  test.each<[Record<string, string>, string | undefined]>([
    [{ max_age: '0' }, 'login'],
    [{ max_age: '000' }, 'login'],
    [{ max_age: '0', prompt: 'consent' }, 'consent login'],
    [{ max_age: '0', prompt: 'login consent' }, 'login consent'],
    [{ max_age: '1' }, undefined],
    [{ max_age: '1', prompt: 'consent' }, 'consent'],
    [{ prompt: 'none' }, 'none'],
  ])('is prompt=login: %j', (given, prompt) => {
    const parameters = Object.fromEntries(Object.entries(given).map(([name, value]) => [name, [value]]));
    expect(countedPrompt(parameters)).toBe(prompt);
  });
});
