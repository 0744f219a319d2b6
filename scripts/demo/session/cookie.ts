/** Reads cookies. */

/** The raw value of a cookie in a `Cookie` header (RFC 6265 section 4.2.1). */
export function readCookie(header: string | undefined, name: string): string | undefined {
  const prefix = `${name}=`;
  const pair = header?.split('; ').find((candidate) => candidate.startsWith(prefix));
  return pair?.slice(prefix.length);
}
