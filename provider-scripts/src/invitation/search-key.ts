/** Addresses are searched by their beginning, in hexadecimal digits, whose order is the same in every collation. */

/** Characters of an address that can be searched, from its beginning. */
const SEARCHED = 64;

/** What the beginning of an address is searched by: its ASCII characters as two hexadecimal digits each. Others aren't searched. */
export function searchKey(beginning: string): string {
  let digits = '';
  for (let i = 0; i < beginning.length && i < SEARCHED; i++) {
    const code = beginning.charCodeAt(i);
    if (code > 0xff) break;
    digits += (code < 0x10 ? '0' : '') + code.toString(16);
  }
  return digits;
}
