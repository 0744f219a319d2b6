/** What Linkgate checks of a proof's claims itself. */
import { describe, expect, test } from 'vitest';
import {
  checkClaims,
  hasPublicKey,
} from '../../../../../../provider-scripts/src/endpoints/keycloak/oauth/dpop/claims.ts';

const NOW = 1_900_000_000;
const SERVERS = ['https://id.example.com/realms/linkgate', 'http://keycloak:8080/realms/linkgate'];
const GOOD = { iat: NOW, htu: 'https://id.example.com/realms/linkgate/token' };

const check = (claims: object) => checkClaims({ ...GOOD, ...claims }, { now: NOW, servers: SERVERS });

describe('claims are valid', () => {
  test.each([
    [{}],
    [{ iat: NOW - 20 }],
    [{ iat: NOW + 15 }],
    [{ htu: 'HTTPS://ID.Example.com/any' }],
    [{ htu: 'https://id.example.com:443/any' }],
    [{ htu: 'https://id.example.com' }],
    [{ htu: 'http://keycloak:8080/any?query#fragment' }],
  ])('%j', (claims) => {
    expect(check(claims)).toBeNull();
  });
});

describe('claims are invalid', () => {
  test.each([
    [{ iat: undefined }, 'not one signed JWT'],
    [{ iat: 'now' }, 'not one signed JWT'],
    [{ iat: NOW + 0.5 }, 'not one signed JWT'],
    [{ iat: Number.NaN }, 'not one signed JWT'],
    [{ iat: NOW - 21 }, 'issued more than 20 seconds ago'],
    [{ htu: undefined }, 'its htu is not a URL of this server'],
    [{ htu: 1 }, 'its htu is not a URL of this server'],
    [{ htu: '' }, 'its htu is not a URL of this server'],
    [{ htu: 'http://id.example.com/token' }, 'its htu is not a URL of this server'],
    [{ htu: 'https://id.example.com:8443/token' }, 'its htu is not a URL of this server'],
    [{ htu: 'https://id.example.com@evil.example/token' }, 'its htu is not a URL of this server'],
    [{ htu: 'https://id.example.com.evil.example/token' }, 'its htu is not a URL of this server'],
    [{ htu: 'http://keycloak/token' }, 'its htu is not a URL of this server'],
    [{ htu: ' https://id.example.com/token' }, 'its htu is not a URL of this server'],
  ])('%j', (claims, text) => {
    const wrong = check(claims);
    expect(wrong).toMatchObject({ code: 'invalid_dpop_proof', status: 400 });
    expect(wrong?.text).toContain(`DPoP: ${text}`);
  });
});

describe('a header', () => {
  const point = { kty: 'EC', crv: 'P-256', x: 'AAAA', y: 'AAAA' };

  test('has a public key', () => {
    expect(hasPublicKey({ alg: 'ES256', jwk: point })).toBe(true);
  });

  test.each([
    [null],
    ['text'],
    [[]],
    [{}],
    [{ jwk: null }],
    [{ jwk: [point] }],
    [{ jwk: { ...point, d: '' } }],
    [{ jwk: { kty: 'RSA', n: 'AAAA', e: 'AQAB', qi: 'AAAA' } }],
    [{ jwk: { kty: 'oct', k: 'AAAA' } }],
  ])('has none: %j', (header) => {
    expect(hasPublicKey(header)).toBe(false);
  });
});
