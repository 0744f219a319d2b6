/** An invitation's token in the text of an address. */
import { plainToken } from '../request/plain-token.ts';

/** 256 bits in letters and digits. */
export const TOKEN_LENGTH = 43;

/** What mail programs that don't recognise quoted-printable text leave of a `=` (RFC 2045, section 6.7). */
const LEFT_QUOTED = '3D';

/** The token in a text, without what stands before or behind it. */
export function invitationTokenIn(text: string): string {
  const plain = plainToken(text).replace(/[._-]+/g, '');
  const isQuoted = plain.length >= TOKEN_LENGTH + LEFT_QUOTED.length && plain.startsWith(LEFT_QUOTED);
  return (isQuoted ? plain.slice(LEFT_QUOTED.length) : plain).slice(0, TOKEN_LENGTH);
}
