/** The normalised form of an address (contract, section 3.4), as the server has it. */
import { domainToASCII } from 'node:url';
import { normaliseAddress } from '../../provider-scripts/src/accounts/address/normalise.ts';

/** Characters that domains have as punycode only. */
const JOINERS = /[\u200c\u200d]/;

/** Returns the address as accounts have it; null if it is invalid. */
export function normalised(address: string): string | null {
  return normaliseAddress(address, toAscii);
}

/** UTS 46, not transitional, as Node has it; the server needs its own way to it (`accounts/address/domain.ts`). */
function toAscii(domain: string): string {
  if (/^[ -~]*$/.test(domain)) return domain;
  const ascii = JOINERS.test(domain) ? '' : domainToASCII(domain);
  if (ascii === '') throw new Error('no ASCII form');
  return ascii;
}
