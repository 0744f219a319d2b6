/** The server's conversion of a domain to punycode, for the address rules. */
import { normaliseAddress } from './normalise.ts';

const IDN = Java.type('java.net.IDN');

/** Normalises an address on the server; null when it isn't one. */
export function normaliseOnServer(address: string): string | null {
  return normaliseAddress(address, (domain) => IDN.toASCII(domain));
}
