/** Which fields of Keycloak's responses are retained. */
import { describe, expect, test } from 'vitest';
import {
  pickFields,
  RESPONSE_FIELDS,
} from '../../../../../provider-scripts/src/endpoints/keycloak/oauth/response-fields.ts';

const USERINFO = ['sub', 'email', 'email_verified', 'name', 'preferred_username', 'picture', 'address'];

describe('a response', () => {
  test('of the token endpoint has the contract’s fields', () => {
    expect([...RESPONSE_FIELDS.token]).toEqual([
      'access_token',
      'token_type',
      'expires_in',
      'id_token',
      'scope',
    ]);
  });

  test('of userinfo has the contract’s fields and the address', () => {
    expect([...RESPONSE_FIELDS.userinfo]).toEqual(USERINFO);
  });

  test('of introspection has the contract’s fields', () => {
    const fields = ['active', 'sub', 'client_id', 'exp', 'iat', 'iss', 'scope', 'token_type'];
    expect([...RESPONSE_FIELDS.introspection]).toEqual(fields);
  });
});

describe('keeping fields', () => {
  test('removes the others', () => {
    const body = { access_token: 'a', refresh_expires_in: 0, 'not-before-policy': 0, session_state: 's' };
    expect(pickFields(body, ['access_token', 'scope'])).toEqual({ access_token: 'a' });
  });

  test('retains values that are false, zero, empty or null', () => {
    const body = { active: false, exp: 0, scope: '', sub: null };
    expect(pickFields(body, ['active', 'exp', 'scope', 'sub'])).toEqual(body);
  });

  test('retains the content of a value', () => {
    const address = { locality: 'London', extra: { deep: [1] } };
    expect(pickFields({ address }, ['address'])).toEqual({ address });
  });

  test('writes the fields in the contract’s order', () => {
    expect(Object.keys(pickFields({ scope: 's', access_token: 'a' }, ['access_token', 'scope']))).toEqual([
      'access_token',
      'scope',
    ]);
  });

  test('adds no field that is missing', () => {
    expect(Object.keys(pickFields({ active: false, sub: undefined }, ['active', 'sub', 'exp']))).toEqual([
      'active',
    ]);
  });

  test('doesn’t change the original body', () => {
    const body = { active: true, username: 'ada' };
    pickFields(body, ['active']);
    expect(body).toEqual({ active: true, username: 'ada' });
  });

  test('retains no inherited field', () => {
    expect(pickFields(JSON.parse('{"__proto__":{"active":true}}'), ['active'])).toEqual({});
  });
});
