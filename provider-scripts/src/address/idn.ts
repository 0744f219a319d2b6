/** The server's conversion of a domain to punycode, for the address rules. */
import { domainToAscii, type Idna2003 } from './domain.ts';
import { normaliseAddress } from './normalise.ts';

const IDN = Java.type('java.net.IDN');

const JAVAS: Idna2003 = {
  toAscii: (text) => IDN.toASCII(text),
  toUnicode: (text) => IDN.toUnicode(text),
};

/** Normalises an address on the server; null when it isn't one. */
export function normaliseOnServer(address: string): string | null {
  return normaliseAddress(address, (domain) => domainToAscii(domain, JAVAS));
}
