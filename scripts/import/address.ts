/** The normalised form of an address (contract, section 3.4), as the server has it. */
import { domainToASCII, domainToUnicode } from 'node:url';
import { domainToAscii, type Idna2003 } from '../../provider-scripts/src/accounts/address/domain.ts';
import { normaliseAddress } from '../../provider-scripts/src/accounts/address/normalise.ts';

const NODE_IDNA: Idna2003 = {
  toAscii: (text) => {
    if (/^[ -~]*$/.test(text)) return text;
    const ascii = domainToASCII(text);
    if (ascii === '') throw new Error('no ASCII form');
    return ascii;
  },
  toUnicode: domainToUnicode,
};

/** Returns the address as accounts have it; null if it is invalid. */
export function normalised(address: string): string | null {
  return normaliseAddress(address, (domain) => domainToAscii(domain, NODE_IDNA));
}
