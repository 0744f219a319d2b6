/** Normalises addresses on the server, with Java's conversion to punycode. */
import { domainToAscii, type Idna2003 } from './domain.ts';
import { normaliseAddress } from './normalise.ts';

const IDN = Java.type('java.net.IDN');

const JAVA_IDN: Idna2003 = {
  toAscii: (text) => IDN.toASCII(text),
  toUnicode: (text) => IDN.toUnicode(text),
};

/** Normalises an address; null if it is invalid. */
export function normaliseOnServer(address: string): string | null {
  return normaliseAddress(address, (domain) => domainToAscii(domain, JAVA_IDN));
}
