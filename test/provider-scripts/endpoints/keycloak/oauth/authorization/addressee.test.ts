/** Where the response to an authorization request may be sent, validated before anything else. */
import { describe, expect, test } from 'vitest';
import {
  checkRedirectTarget,
  MAX_NAME_LENGTH,
} from '../../../../../../provider-scripts/src/endpoints/keycloak/oauth/authorization/validate.ts';
import { repeat } from '../../../../../engine/repeat.ts';
import { invalidRequest, type ParameterValues, parametersOf } from '../../../../parameters-of.ts';

const GOOD = { client_id: 'demo-web', redirect_uri: 'https://example.com/cb' };

describe('the addressee of a response', () => {
  const addressee = (values: ParameterValues) => checkRedirectTarget(parametersOf({ ...GOOD, ...values }));

  test('is a client and its redirect URI', () => {
    expect(addressee({})).toBe(null);
    expect(addressee({ response_type: undefined, state: ['a', 'b'] })).toBe(null);
  });

  test.each([['client_id'], ['redirect_uri']])('can’t be without %s', (name) => {
    expect(addressee({ [name]: undefined })).toMatchObject(invalidRequest(`${name}: required`));
    expect(addressee({ [name]: '' })).toMatchObject(invalidRequest(`${name}: required`));
  });

  test.each([['client_id'], ['redirect_uri']])('can’t have %s twice', (name) => {
    const twice = invalidRequest(`${name}: given more than once`);
    expect(addressee({ [name]: ['a', 'b'] })).toMatchObject(twice);
    expect(addressee({ [name]: [GOOD.client_id, GOOD.client_id] })).toMatchObject(twice);
    expect(addressee({ [name]: ['', ''] })).toMatchObject(twice);
  });

  test.each([
    ['client_id', 'NUL', '\u0000'],
    ['client_id', 'a line break', '\n'],
    ['client_id', 'DEL', '\u007f'],
    ['redirect_uri', 'NUL', '\u0000'],
    ['redirect_uri', 'a line break', '\r\n'],
    ['redirect_uri', 'the last control of the first block', '\u001f'],
  ])('can’t be a %s with %s', (name, _, character) => {
    for (const value of [`${character}x`, `x${character}y`, `x${character}`])
      expect(addressee({ [name]: value })).toMatchObject(invalidRequest(`${name}: has control characters`));
  });

  test('can’t be distinguished from a request whose parameter names are too long', () => {
    const longest = repeat('n', MAX_NAME_LENGTH);
    const tooLong = invalidRequest('a parameter has a name longer than 128 characters');
    expect(addressee({ [longest]: repeat('x', 4096) })).toBe(null);
    expect(addressee({ [`${longest}n`]: '' })).toMatchObject(tooLong);
    expect(addressee({ [`${longest}n`]: ['a', 'b'] })).toMatchObject(tooLong);
  });

  test('gets the error about a repeated parameter first, then about the client, then about the redirect URI', () => {
    expect(addressee({ client_id: undefined, redirect_uri: ['a', 'b'] })).toMatchObject(
      invalidRequest('redirect_uri: given more than once'),
    );
    expect(addressee({ client_id: undefined, redirect_uri: undefined })).toMatchObject(
      invalidRequest('client_id: required'),
    );
    expect(addressee({ client_id: 'x\n', redirect_uri: undefined })).toMatchObject(
      invalidRequest('client_id: has control characters'),
    );
  });
});
