/** Normalises addresses on the server, with Java's conversion to punycode. */
import { domainToAscii, type Idna2003 } from './domain.ts';
import { hasForms, mailboxesOf } from './mailed.ts';
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

/** The mailboxes that emails for an address may reach, normalised, that of Linkgate's own first; none if it is invalid. */
export function mailboxesOnServer(address: string): string[] {
  return mailboxesOf(address, JAVA_IDN);
}

/** Whether Keycloak's emails for a stored address reach another mailbox than Linkgate's: what they prove is proven of that one. */
export function isMailedElsewhere(stored: string): boolean {
  return hasForms(stored) && mailboxesOnServer(stored).length > 1;
}

/** The address with its domain in ASCII, for emails: left as it is, some mail server would convert it to another domain; null for none. What is before the @ stays as it is. */
export function inAscii(address: string): string | null {
  const normalised = normaliseOnServer(address);
  if (normalised === null) return null;
  const text = address.trim();
  return text.slice(0, text.lastIndexOf('@')) + normalised.slice(normalised.lastIndexOf('@'));
}
