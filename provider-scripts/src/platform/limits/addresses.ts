/** Callers' IP addresses: which ones count as one caller, and which are exempt. */
import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** A network in `ipaddr.js`'s form. */
export type Cidr = [Address, number];

/** The prefix of an IPv6 network: one subscriber usually has all addresses in it. */
const IPV6_PREFIX_PARTS = 4;

/**
 * Returns the key of a caller: an IPv4 address, even if written as IPv6, or the /64 of an IPv6 address.
 *
 * @param address as reported by the server; text that isn't an address, which a proxy's header may have of any length, is its own key up to a length
 */
export function callerKey(address: string): string {
  return keyOf(parse(address), address);
}

/** Longer than any address, and any name that a proxy has in place of one (RFC 7239, section 6.3). */
const MAX_KEY_LENGTH = 64;

/** Whether a text is an IP address, or an IPv6 /64. */
export function isCaller(text: string): boolean {
  return ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text.replace(/\/64$/, ''));
}

/** Returns the keys of the caller and of its network, parsing the address once. */
export function callerKeys(address: string): { caller: string; network: string } {
  const parsed = parse(address);
  return { caller: keyOf(parsed, address), network: networkOf(parsed) };
}

function keyOf(parsed: Address | null, address: string): string {
  if (parsed === null) return address.slice(0, MAX_KEY_LENGTH);
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString();
  const network = parsed.parts.slice(0, IPV6_PREFIX_PARTS).map((part) => part.toString(16));
  return `${network.join(':')}::/64`;
}

/** Returns the network whose callers share a counter if there are too many to count separately: /16 of IPv4, /32 of IPv6. */
function networkOf(parsed: Address | null): string {
  return parsed === null
    ? ''
    : parsed
        .toByteArray()
        .slice(0, parsed instanceof ipaddr.IPv6 ? 4 : 2)
        .join('.');
}

/** The network in which a caller's neighbours are likely its own: the /24 of an IPv4 address, otherwise the caller's key, which is a /64 already. */
export function neighbourhoodOf(caller: string): string {
  const [, network] = /^(\d+\.\d+\.\d+)\.\d+$/.exec(caller) ?? [];
  return network === undefined ? caller : `${network}.0/24`;
}

/** Returns an address as users read it: IPv6 in its short form (RFC 5952), an IPv4 address also if written as IPv6. */
export function shortAddress(address: string | null): string | null {
  return address === null ? null : (parse(address)?.toString() ?? address);
}

/** Parses networks and single addresses separated by commas or spaces. */
export function parseCidrs(text: string): { cidrs: Cidr[]; malformed: string[] } {
  const cidrs: Cidr[] = [];
  const malformed: string[] = [];
  for (const item of text.split(/[\s,]+/)) {
    if (item === '') continue;
    const single = item.includes('/') ? null : parse(item);
    if (single !== null) cidrs.push([single, single.toByteArray().length * 8]);
    else if (ipaddr.isValidCIDR(item)) cidrs.push(ipaddr.parseCIDR(item));
    else malformed.push(item);
  }
  return { cidrs, malformed };
}

/** Whether an address is in one of the networks. */
export function isIn(address: string, cidrs: readonly Cidr[]): boolean {
  if (cidrs.length === 0) return false;
  const parsed = parse(address);
  return (
    parsed !== null && cidrs.some(([base, bits]) => parsed.kind() === base.kind() && parsed.match(base, bits))
  );
}

function parse(address: string): Address | null {
  try {
    return ipaddr.process(address);
  } catch {
    return null;
  }
}

/** An address in a forwarding header: possibly in brackets, with a port, or with an interface's zone (RFC 7239, section 6). */
const BRACKETED = /^"?\[([^\]]*)\](?::\w*)?"?$/;
const WITH_PORT = /^(\d+\.\d+\.\d+\.\d+):\w*$/;

/** Extracts the address; null if there is none. */
export function addressIn(forwarded: string | null): string | null {
  const text = (forwarded ?? '').trim();
  const [, alone = text] = BRACKETED.exec(text) ?? WITH_PORT.exec(text) ?? [];
  const [address = ''] = alone.split('%', 1);
  return parse(address) === null ? null : address;
}
