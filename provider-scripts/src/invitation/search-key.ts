/** Search keys of addresses: prefixes in hexadecimal, whose order is the same in every collation. */

/** Characters of an address that can be searched, from its beginning. */
const MAX_SEARCHED_LENGTH = 64;

/** The search key of a prefix: two hexadecimal digits per Latin-1 character, up to the first other one. */
export function searchKey(prefix: string): string {
  let digits = '';
  for (let i = 0; i < prefix.length && i < MAX_SEARCHED_LENGTH; i++) {
    const code = prefix.charCodeAt(i);
    if (code > 0xff) break;
    digits += (code < 0x10 ? '0' : '') + code.toString(16);
  }
  return digits;
}
