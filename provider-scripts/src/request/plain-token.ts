/**
 * Tokens in addresses that went through somebody's hands, or through programs that quote and wrap: what was glued to one, or broken into
 * it, is no part of it.
 */

/** Begins what was added to an address. */
const ADDED = /[?&#]/;

/** What a text has of a token, which consists of letters, digits, `-`, `_` and, between its parts, `.`. */
export function plainToken(text: string): string {
  const [own = ''] = text.split(ADDED, 1);
  return own.replace(/[^\w.-]+/g, '').replace(/^\.+|\.+$/g, '');
}
