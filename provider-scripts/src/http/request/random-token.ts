/** Extracts a random token (`platform/engine/random-token.ts`) from the text of a URL. */
import { plainToken } from './plain-token.ts';

/** The token's length: 256 bits in letters and digits. */
export const TOKEN_LENGTH = 43;

/** What remains of a `=` in mail programs that don't decode quoted-printable text (RFC 2045, section 6.7). */
const LEFT_QUOTED = '3D';

/** Returns the token in a text, without anything before or after it. */
export function randomTokenIn(text: string): string {
  const plain = plainToken(text).replace(/[._-]+/g, '');
  const isQuoted = plain.length >= TOKEN_LENGTH + LEFT_QUOTED.length && plain.startsWith(LEFT_QUOTED);
  return (isQuoted ? plain.slice(LEFT_QUOTED.length) : plain).slice(0, TOKEN_LENGTH);
}
