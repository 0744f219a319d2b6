/** The JSON bodies about limits. */
import { describe, expect, test } from 'vitest';
import {
  readCallerLookup,
  readLimitsChange,
} from '../../../../../provider-scripts/src/endpoints/admin/limits/body.ts';

describe('a change of limits', () => {
  test('is converted to attribute values', () => {
    const limits = { 'link-email': { count: 5, seconds: 60 }, general: null };
    expect(readLimitsChange({ limits, exempt: ['10.0.0.0/8', '::1'], version: 'v' })).toEqual({
      version: 'v',
      change: {
        'linkgate.limit.link-email': '5/60',
        'linkgate.limit.general': '',
        'linkgate.limit.exempt': '10.0.0.0/8, ::1',
      },
    });
    expect(readLimitsChange({})).toEqual({ change: {}, version: null });
    expect(readLimitsChange({ exempt: [] })).toEqual({
      change: { 'linkgate.limit.exempt': '' },
      version: null,
    });
  });

  test('names every error in it', () => {
    const limits = { 'link-ip': { count: 1.5, seconds: 60 }, toString: null };
    const read = readLimitsChange({ limits, exempt: ['x'], version: 7 });
    expect('details' in read ? read.details.map(({ field, id, values }) => [field, id, values]) : []).toEqual(
      [
        ['limits.link-ip', 'limit-value', { count: 1000, seconds: 86_400 }],
        [
          'limits.toString',
          'choice',
          { choices: 'link-email, link-ip, invitations, link-lists, general, session' },
        ],
        ['exempt', 'network', { given: '"x"' }],
        ['version', 'wrong-type', {}],
      ],
    );
  });
});

describe('a caller', () => {
  test.each([
    ['an address', { email: 'a@example.com' }, { caller: { email: 'a@example.com' }, limit: null }],
    ['an IP address', { ip: ' 10.0.0.1 ' }, { caller: { ip: '10.0.0.1' }, limit: null }],
    ['a network', { ip: '2001:db8::/64' }, { caller: { ip: '2001:db8::/64' }, limit: null }],
    ['one limit', { ip: '::1', limit: 'referral-ip' }, { caller: { ip: '::1' }, limit: 'referral-ip' }],
  ])('is read from %s', (_, body, lookup) => {
    expect(readCallerLookup(body)).toEqual({ lookup });
  });

  test.each([
    ['nothing', {}],
    ['a part of an IP address', { ip: '10' }],
    ['a wide network', { ip: '10.0.0.0/8' }],
    ['a number', { email: 1 }],
    ['another’s limit', { email: 'a', limit: 'link-ip' }],
  ])('isn’t read from %s', (_, body) => {
    expect('details' in readCallerLookup(body)).toBe(true);
  });
});
