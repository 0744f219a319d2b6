/** From which addresses documents are fetched. */
import { expect, test } from 'vitest';
import {
  isFetchable,
  isPublicAddress,
} from '../../../../provider-scripts/src/platform/keycloak/public-address.ts';
import { parseCidrs } from '../../../../provider-scripts/src/platform/limits/addresses.ts';

test.each([
  '8.8.8.8',
  '172.15.255.255',
  '172.32.0.1',
  '100.63.255.255',
  '192.0.1.1',
  '2606:4700::1111',
  '2a00:1450::1',
])('%s is public', (address) => {
  expect(isPublicAddress(address)).toBe(true);
});

test.each([
  ['this host', '0.0.0.0'],
  ['this network', '0.1.2.3'],
  ['loopback', '127.0.0.1'],
  ['loopback, another one', '127.255.255.254'],
  ['a private network', '10.0.0.1'],
  ['a private network', '172.16.0.1'],
  ['a private network', '172.31.255.255'],
  ['a private network', '192.168.1.1'],
  ['a provider’s network', '100.64.0.1'],
  ['link-local: metadata of clouds', '169.254.169.254'],
  ['metadata of a cloud', '100.100.100.200'],
  ['metadata of a cloud', '192.0.0.192'],
  ['a cloud’s host', '168.63.129.16'],
  ['protocol assignments', '192.0.0.8'],
  ['documentation', '192.0.2.1'],
  ['documentation', '198.51.100.1'],
  ['documentation', '203.0.113.1'],
  ['benchmarking', '198.18.0.1'],
  ['6to4 relays', '192.88.99.1'],
  ['multicast', '224.0.0.1'],
  ['reserved', '240.0.0.1'],
  ['broadcast', '255.255.255.255'],
  ['unspecified', '::'],
  ['loopback', '::1'],
  ['loopback, as Java writes it', '0:0:0:0:0:0:0:1'],
  ['IPv4-mapped loopback', '::ffff:127.0.0.1'],
  ['IPv4-mapped metadata', '::ffff:a9fe:a9fe'],
  ['IPv4-mapped, even a public one', '::ffff:8.8.8.8'],
  ['IPv4-compatible', '::7f00:1'],
  ['IPv4-translated', '::ffff:0:7f00:1'],
  ['NAT64 of a private address', '64:ff9b::a00:1'],
  ['NAT64 of an operator’s own', '64:ff9b:1::a00:1'],
  ['6to4 of loopback', '2002:7f00:1::1'],
  ['Teredo', '2001:0:4136:e378::1'],
  ['unique local', 'fd00::1'],
  ['metadata of a cloud', 'fd00:ec2::254'],
  ['link-local', 'fe80::1'],
  ['link-local with a zone', 'fe80::1%eth0'],
  ['site-local', 'fec0::1'],
  ['multicast', 'ff02::1'],
  ['documentation', '2001:db8::1'],
  ['documentation', '3fff::1'],
  ['discard', '100::1'],
  ['segment routing', '5f00::1'],
  ['ORCHID', '2001:20::1'],
  ['reserved', '4000::1'],
  ['no address', ''],
  ['a host name', 'localhost'],
  ['an address in another notation', '0x7f.1'],
  ['an address as a number', '2130706433'],
  ['a public address in another notation', '8.8.2056'],
])('isn’t public: %s (%s)', (_, address) => {
  expect(isPublicAddress(address)).toBe(false);
});

test('the operator allows other networks, and no more than these', () => {
  const { cidrs } = parseCidrs('10.1.0.0/16, ::1');
  expect(isFetchable('10.1.2.3', cidrs)).toBe(true);
  expect(isFetchable('0:0:0:0:0:0:0:1', cidrs)).toBe(true);
  expect(isFetchable('8.8.8.8', cidrs)).toBe(true);
  expect(isFetchable('10.2.0.1', cidrs)).toBe(false);
  expect(isFetchable('127.0.0.1', cidrs)).toBe(false);
  expect(isFetchable('127.0.0.1', [])).toBe(false);
});
