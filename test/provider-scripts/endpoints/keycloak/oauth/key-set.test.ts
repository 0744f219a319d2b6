/** Which of a realm's keys are published. */
import { describe, expect, test } from 'vitest';
import { type Jwk, keySet } from '../../../../../provider-scripts/src/endpoints/keycloak/oauth/key-set.ts';

const KEY: Jwk = { kty: 'RSA', use: 'sig', kid: 'k1', n: 'modulus', e: 'AQAB', alg: 'RS256' };

describe('the key set', () => {
  test('of a realm without keys is empty', () => {
    expect(keySet([])).toEqual({ keys: [] });
  });

  test('has every RS256 signature key, in the realm’s order', () => {
    const other = { ...KEY, kid: 'k2' };
    expect(keySet([other, KEY])).toEqual({ keys: [other, KEY] });
  });

  test('has the contract’s members only', () => {
    const full: Jwk = {
      ...KEY,
      x5c: ['MII'],
      x5t: 'abc',
      'x5t#S256': 'def',
      d: 'private',
      key_ops: ['sign'],
    };
    expect(keySet([full])).toEqual({ keys: [KEY] });
    expect(Object.keys(keySet([full]).keys[0] ?? {})).toEqual(['kty', 'use', 'kid', 'n', 'e', 'alg']);
  });

  test.each([
    ['an encryption key', { use: 'enc', alg: 'RSA-OAEP' }],
    ['a key of another use', { use: 'enc' }],
    ['a key of another algorithm', { alg: 'RS512' }],
    ['an elliptic key', { kty: 'EC', alg: 'ES256' }],
    ['a key of another type', { kty: 'oct' }],
    ['a key in small letters', { kty: 'rsa' }],
  ])('omits %s', (_, difference) => {
    expect(keySet([{ ...KEY, ...difference }, KEY])).toEqual({ keys: [KEY] });
  });

  test('omits keys without a use or an algorithm', () => {
    expect(keySet([{ kty: 'RSA', kid: 'k', n: 'm', e: 'AQAB' }])).toEqual({ keys: [] });
  });

  test('doesn’t change the realm’s keys', () => {
    const keys: Jwk[] = [{ ...KEY, x5t: 'abc' }];
    keySet(keys);
    expect(keys).toEqual([{ ...KEY, x5t: 'abc' }]);
  });
});
