/** A link's token in the text of an address. */
import { plainToken } from '../request/plain-token.ts';

/** A token whose signature, 64 bytes in base64url, is followed by something that could be part of one. */
const GLUED = /^([\w-]+\.[\w-]+\.[\w-]{86})[._-]+$/;

/**
 * The token in a text. Mail programs that don't recognise quoted-printable text leave a `=` as `=3D` (RFC 2045, section 6.7); no token
 * begins like that.
 */
export function linkTokenIn(text: string): string {
  return plainToken(text).replace(/^3D/, '').replace(GLUED, '$1');
}
