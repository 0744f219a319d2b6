/** Which IP addresses the server may call at URLs of others: public ones only (RFC 6890). */
import ipaddr from 'ipaddr.js';
import { type Cidr, isIn } from '../limits/addresses.ts';

/** Global unicast (RFC 4291, section 2.4): all other IPv6 addresses are reserved or stand for others. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

/** A public address by its number, at which a cloud provider's machines reach their host. */
const HOST_OF_MACHINES = '168.63.129.16';

/**
 * Whether an address is public, so that fetching from it reaches nothing that isn't reachable from anywhere else. Those that contain another
 * address (IPv4-mapped, 6to4, Teredo, NAT64) aren't.
 */
export function isPublicAddress(address: string): boolean {
  if (
    !ipaddr.isValid(address) ||
    ipaddr.IPv4.isValid(address) !== ipaddr.IPv4.isValidFourPartDecimal(address)
  )
    return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  if (parsed instanceof ipaddr.IPv6) return parsed.match(GLOBAL_UNICAST);
  return parsed.toString() !== HOST_OF_MACHINES;
}

/** Whether a document may be fetched from an address; `internal` are the networks that the operator allows besides. */
export function isFetchable(address: string, internal: readonly Cidr[]): boolean {
  return isPublicAddress(address) || isIn(address, internal);
}
