/** Reads cookies. */

/** The value of a cookie in a `Cookie` header (RFC 6265 section 4.2.1), as it stands there. */
export function readCookie(header: string | undefined, name: string): string | undefined {
  const prefix = `${name}=`;
  const pair = header?.split('; ').find((candidate) => candidate.startsWith(prefix));
  return pair?.slice(prefix.length);
}
