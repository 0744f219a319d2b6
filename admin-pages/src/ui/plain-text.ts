/** What others wrote, so that it is read as what it is. */

/** Characters that turn the direction of what follows them. */
const TURNING = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
/** These, and whatever else nobody sees. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** A text whose characters that mislead are written out; in `code` all that nobody sees, which elsewhere languages need. */
export function visible(text: string, code: boolean): string {
  return text.replace(code ? UNSEEN : TURNING, (one) => {
    const number = (one.codePointAt(0) ?? 0).toString(16).toUpperCase();
    return `[U+${number.padStart(4, '0')}]`;
  });
}

/** The host to which an address of the web leads, where its text doesn't begin with it: it is in other letters, or behind an @. */
export function hostBehind(address: string): string | null {
  if (!URL.canParse(address)) return null;
  const { protocol, host } = new URL(address);
  if (protocol !== 'https:' && protocol !== 'http:') return null;
  const plain = `${protocol}//${host}`;
  const text = address.toLowerCase();
  return text.startsWith(plain) && /^([/:?#]|$)/.test(text.slice(plain.length)) ? null : host;
}
