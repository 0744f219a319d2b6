/** Which callers count as one, and which are exempt. */
import { describe, expect, test } from 'vitest';
import {
  addressIn,
  callerKey,
  callerKeys,
  isIn,
  parseCidrs,
  shortAddress,
} from '../../../../provider-scripts/src/platform/limits/addresses.ts';

describe('a caller is counted as', () => {
  test.each([
    ['its IPv4 address', '192.0.2.7', '192.0.2.7'],
    ['the IPv4 address of an IPv4-mapped IPv6 address', '::ffff:192.0.2.7', '192.0.2.7'],
    ['the /64 of its IPv6 address', '2001:db8:1:2:aaaa:bbbb:cccc:dddd', '2001:db8:1:2::/64'],
    ['the same /64 for a neighbour in it', '2001:db8:1:2::1', '2001:db8:1:2::/64'],
    ['another /64 for the network beside it', '2001:db8:1:3::1', '2001:db8:1:3::/64'],
    ['a /64 whatever its zone', 'fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['the server’s text if it isn’t an address', 'unknown', 'unknown'],
  ])('%s', (_, address, key) => {
    expect(callerKey(address)).toBe(key);
  });
});

test.each([
  ['0:0:0:0:0:0:0:1', '::1'],
  ['2001:0db8:0:0:1:0:0:1', '2001:db8::1:0:0:1'],
  ['0:0:0:0:0:ffff:c000:207', '192.0.2.7'],
  ['192.0.2.7', '192.0.2.7'],
  ['unknown', 'unknown'],
])('users read %s as %s', (address, shown) => {
  expect(shortAddress(address)).toBe(shown);
});

describe('a caller who can’t be counted separately shares a counter with', () => {
  test.each([
    ['the /16 of its IPv4 address', '192.0.2.7', '192.0.200.1'],
    ['the same written as IPv6', '::ffff:192.0.2.7', '192.0.200.1'],
    ['the /32 of its IPv6 address', '2001:db8:1:2::1', '2001:db8:ffff::1'],
  ])('%s', (_, address, neighbour) => {
    expect(callerKeys(address).network).toBe(callerKeys(neighbour).network);
  });

  test.each([
    ['192.0.2.7', '192.1.2.7'],
    ['2001:db8::1', '2001:db9::1'],
    ['192.0.2.7', 'unknown'],
  ])('no caller of another network: %s, %s', (address, other) => {
    expect(callerKeys(address).network).not.toBe(callerKeys(other).network);
  });
});

describe('a caller is exempt', () => {
  const { cidrs } = parseCidrs('10.1.0.0/16, 192.0.2.7  2001:db8::/32,,');

  test.each([['10.1.2.3'], ['::ffff:10.1.2.3'], ['192.0.2.7'], ['2001:db8:ffff::1']])(
    'in a network of the list: %s',
    (address) => {
      expect(isIn(address, cidrs)).toBe(true);
    },
  );

  test.each([['10.2.0.1'], ['192.0.2.8'], ['2001:db9::1'], [''], ['unknown'], ['10.1']])(
    'nowhere else: %s',
    (address) => {
      expect(isIn(address, cidrs)).toBe(false);
    },
  );
});

describe('a list of networks', () => {
  test('may be empty', () => {
    expect(parseCidrs(' , ')).toEqual({ cidrs: [], malformed: [] });
  });

  test.each([['10.0.0.0/33'], ['10.0.0/8/8'], ['localhost'], ['::/129'], ['1.2.3.4/x']])(
    'names what is malformed in it: %s',
    (item) => {
      expect(parseCidrs(`10.0.0.0/8, ${item}`).malformed).toEqual([item]);
    },
  );
});

describe('a forwarded address', () => {
  test.each([
    ['2001:db8::1', '2001:db8::1'],
    ['[2001:db8::1]', '2001:db8::1'],
    ['[2001:db8::1]:4711', '2001:db8::1'],
    ['"[2001:db8::1]:4711"', '2001:db8::1'],
    ['[2001:db8::1]:_port', '2001:db8::1'],
    ['fe80::1%eth0', 'fe80::1'],
    ['[fe80::1%eth0]:80', 'fe80::1'],
    ['192.0.2.1', '192.0.2.1'],
    ['192.0.2.1:4711', '192.0.2.1'],
    [' 192.0.2.1 ', '192.0.2.1'],
  ])('%s is the address %s', (forwarded, address) => {
    expect(addressIn(forwarded)).toBe(address);
  });

  test.each([null, '', 'unknown', '_hidden', '[192', '[2001:db8::1', '2001:db8::1]:1', 'example.com:80'])(
    '%j is not an address',
    (forwarded) => {
      expect(addressIn(forwarded)).toBe(null);
    },
  );
});
