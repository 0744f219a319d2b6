/** Makes deceptive text by others readable as what it is. */

/** Characters that change the direction of the following text. */
const TURNING = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
/** These, and all other invisible characters. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** Escapes a text's misleading characters; in `code` all invisible ones, which languages need elsewhere. */
export function visible(text: string, code: boolean): string {
  return text.replace(code ? UNSEEN : TURNING, (one) => {
    const number = (one.codePointAt(0) ?? 0).toString(16).toUpperCase();
    return `[U+${number.padStart(4, '0')}]`;
  });
}

/** The host of a web URL, if the URL's text doesn't start with it: it is spelled in other letters, or follows an @. */
export function actualHost(address: string): string | null {
  if (!URL.canParse(address)) return null;
  const { protocol, host } = new URL(address);
  if (protocol !== 'https:' && protocol !== 'http:') return null;
  const plain = `${protocol}//${host}`;
  const text = address.toLowerCase();
  return text.startsWith(plain) && /^([/:?#]|$)/.test(text.slice(plain.length)) ? null : host;
}
