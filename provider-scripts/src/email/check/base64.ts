/** Reads Base64 (RFC 4648, section 4) where there are no bytes of Java's. */

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** The bytes of a text without white space; null if it is none. */
export function bytesOfBase64(text: string): number[] | null {
  const digits = text.replace(/={1,2}$/, '');
  if (digits === '' || /[^A-Za-z0-9+/]/.test(digits) || digits.length % 4 === 1) return null;
  const bytes: number[] = [];
  let bits = 0;
  let held = 0;
  for (let at = 0; at < digits.length; at++) {
    bits = bits * 64 + ALPHABET.indexOf(digits.charAt(at));
    held += 6;
    if (held < 8) continue;
    held -= 8;
    const unit = 2 ** held;
    bytes.push(Math.floor(bits / unit));
    bits %= unit;
  }
  return bytes;
}
