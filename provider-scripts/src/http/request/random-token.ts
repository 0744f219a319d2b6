/** Extracts tokens from URLs that were copied by hand, or quoted and wrapped by programs. */

/** The length of a random token (`platform/engine/random-token.ts`): 256 bits in letters and digits. */
export const TOKEN_LENGTH = 43;

/** What remains of a `=` in mail programs that don't decode quoted-printable text (RFC 2045, section 6.7). */
const LEFT_QUOTED = '3D';

/** Returns the random token in a text, without anything before or after it. */
export function randomTokenIn(text: string): string {
  const plain = plainToken(text).replace(/[._-]+/g, '');
  const isQuoted = plain.length >= TOKEN_LENGTH + LEFT_QUOTED.length && plain.startsWith(LEFT_QUOTED);
  return (isQuoted ? plain.slice(LEFT_QUOTED.length) : plain).slice(0, TOKEN_LENGTH);
}

/** The start of an addition to a URL. */
const ADDED = /[?&#]/;

/** Any token in a text: letters, digits, `-`, `_` and, between its parts, `.`. */
export function plainToken(text: string): string {
  const [own = ''] = text.split(ADDED, 1);
  return own.replace(/[^\w.-]+/g, '').replace(/^\.+|\.+$/g, '');
}
