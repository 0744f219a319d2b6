/** Finds a link's token in a URL parameter. */
import { plainToken } from '../../http/request/random-token.ts';

/** A token whose signature, 64 bytes in base64url, is followed by characters that could be part of one. */
const GLUED = /^([\w-]+\.[\w-]+\.[\w-]{86})[._-]+$/;

/**
 * Returns the token in a text. Mail programs that don't decode quoted-printable text leave `=` as `=3D` (RFC 2045, section 6.7); no token
 * starts with `3D`.
 */
export function linkTokenIn(text: string): string {
  return plainToken(text).replace(/^3D/, '').replace(GLUED, '$1');
}
