/** To which host an address of the web leads, whatever it looks like. */

/** What follows the scheme, as browsers read it: they take a backslash for a slash. */
const AUTHORITY = /^https?:[/\\]{2}([^/\\?#]*)/i;

/**
 * The host to which a browser connects, with its port, in the letters of the domain name system; null for an address that isn't of the web.
 *
 * @param toAscii converts a name (RFC 3490), and throws for one that isn't valid
 */
export function webHostOf(uri: string, toAscii: (name: string) => string): string | null {
  const [, authority = ''] = AUTHORITY.exec(uri) ?? [];
  // Whatever is before it, such as another host, is a user's name.
  const host = authority.slice(authority.lastIndexOf('@') + 1);
  if (host === '') return null;
  try {
    return toAscii(host).toLowerCase();
  } catch {
    return host;
  }
}
