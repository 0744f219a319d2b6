/** Makes deceptive characters and URLs in untrusted text visible. */

/** Characters that change the direction of the following text. */
const BIDI_CONTROLS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
/** All invisible characters, including those. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** Escapes misleading characters. In `code`, escapes all invisible ones; elsewhere some languages need them. */
export function escapeInvisible(text: string, code: boolean): string {
  return text.replace(code ? INVISIBLE : BIDI_CONTROLS, (one) => {
    const number = (one.codePointAt(0) ?? 0).toString(16).toUpperCase();
    return `[U+${number.padStart(4, '0')}]`;
  });
}

/** The host of a web URL if the URL's text doesn't start with it: the host is written in non-ASCII letters, or follows an `@`. */
export function actualHost(address: string): string | null {
  if (!URL.canParse(address)) return null;
  const { protocol, host } = new URL(address);
  if (protocol !== 'https:' && protocol !== 'http:') return null;
  const plain = `${protocol}//${host}`;
  const text = address.toLowerCase();
  return text.startsWith(plain) && /^([/:?#]|$)/.test(text.slice(plain.length)) ? null : host;
}
