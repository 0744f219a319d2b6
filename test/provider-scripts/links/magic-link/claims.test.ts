/** The claims of a link's token and the row behind it. */
import { describe, expect, test } from 'vitest';
import {
  COMPARED_CLAIMS,
  claimsOf,
  differingClaims,
} from '../../../../provider-scripts/src/links/magic-link/claims.ts';
import type { LinkClaims, LinkRow } from '../../../../provider-scripts/src/links/magic-link/link.ts';

const ROW: LinkRow = {
  jti: 'id-1',
  clientUuid: 'uuid-1',
  email: 'ada@example.com',
  userId: null,
  state: 'issued',
  issuedAt: 1_700_000_000,
  expiresAt: 1_700_000_900,
  request: {
    redirectUri: 'https://example.com/callback',
    notes: { scope: 'openid email', state: 'st', nonce: 'no', code_challenge: 'secret' },
  },
  crossDevice: null,
  batchId: null,
  failure: null,
};

const BARE: LinkRow = { ...ROW, request: { ...ROW.request, notes: {} } };

/** The claims read back from a token. */
const signed = (row: LinkRow): Record<string, unknown> =>
  JSON.parse(JSON.stringify(claimsOf(row, 'demo-web')));

describe('the claims of a link', () => {
  test('are the contract’s and no others', () => {
    expect(claimsOf(ROW, 'demo-web')).toEqual({
      email: 'ada@example.com',
      client_id: 'demo-web',
      redirect_uri: 'https://example.com/callback',
      state: 'st',
      nonce: 'no',
      exp: 1_700_000_900,
      iat: 1_700_000_000,
      jti: 'id-1',
    });
  });

  test('have no state and no nonce if the request had none', () => {
    const names = Object.keys(claimsOf(BARE, 'demo-web'));
    expect(names).toEqual(['email', 'client_id', 'redirect_uri', 'exp', 'iat', 'jti']);
  });

  test('keep an empty state', () => {
    const row = { ...ROW, request: { ...ROW.request, notes: { state: '' } } };
    expect(claimsOf(row, 'demo-web').state).toBe('');
  });
});

describe('the claims of a token', () => {
  test('don’t differ from the row that they were built from', () => {
    expect(differingClaims(signed(ROW), ROW, 'demo-web')).toEqual([]);
    expect(differingClaims(signed(BARE), BARE, 'demo-web')).toEqual([]);
  });

  test('may be combined with others', () => {
    const claims = { ...signed(ROW), iss: 'https://example.com', aud: 'https://example.com/verify-email' };
    expect(differingClaims(claims, ROW, 'demo-web')).toEqual([]);
  });

  test.each([
    ['another address', 'email', 'eve@example.com'],
    ['the address in capitals', 'email', 'ADA@example.com'],
    ['another client', 'client_id', 'demo-shop'],
    ['a different redirect URI', 'redirect_uri', 'https://example.com/callback/'],
    ['another state', 'state', 'ST'],
    ['no state', 'state', undefined],
    ['null as the state', 'state', null],
    ['an array with the state', 'state', ['st']],
    ['another nonce', 'nonce', 'no2'],
    ['no nonce', 'nonce', undefined],
    ['a later expiry', 'exp', 1_700_000_901],
    ['its expiry as text', 'exp', '1700000900'],
    ['its expiry with a fraction', 'exp', 1_700_000_900.5],
    ['another beginning', 'iat', 1_699_999_999],
    ['another identifier', 'jti', 'id-2'],
  ] as const)('with %s differ by name', (_, name, value) => {
    expect(differingClaims({ ...signed(ROW), [name]: value }, ROW, 'demo-web')).toEqual([name]);
  });

  test('with a state that the row lacks differ', () => {
    expect(differingClaims({ ...signed(BARE), state: '' }, BARE, 'demo-web')).toEqual(['state']);
  });

  test('differ for another client of the same row', () => {
    expect(differingClaims(signed(ROW), ROW, 'demo-shop')).toEqual(['client_id']);
  });

  test('differ in everything when there are none', () => {
    expect(differingClaims({}, ROW, 'demo-web')).toEqual(Object.keys(COMPARED_CLAIMS));
  });

  test('are all compared: the compiler rejects a claim that isn’t', () => {
    interface WithAnother extends LinkClaims {
      device: string;
    }
    // @ts-expect-error `device` is missing in the table
    const table: Readonly<Record<keyof WithAnother, true>> = COMPARED_CLAIMS;
    expect(Object.keys(table).sort()).toEqual(Object.keys(claimsOf(ROW, 'demo-web')).sort());
  });
});
