/** Cleans tokens from URLs that were copied by hand, or quoted and wrapped by programs. */

/** The start of an addition to a URL. */
const ADDED = /[?&#]/;

/** The token in a text: letters, digits, `-`, `_` and, between its parts, `.`. */
export function plainToken(text: string): string {
  const [own = ''] = text.split(ADDED, 1);
  return own.replace(/[^\w.-]+/g, '').replace(/^\.+|\.+$/g, '');
}
