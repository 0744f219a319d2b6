/** Parses paths below a realm: `realms`, the realm's name, and the rest. */

/** The segments below the realm; null for paths that aren't below a realm, such as the admin API. */
export function partsBelowRealm(path: string): string[] | null {
  const [first, name, ...below] = (path.startsWith('/') ? path.slice(1) : path).split('/');
  return first === 'realms' && name !== '' && below.length > 0 ? below : null;
}

/** The realm's resource that a path names; empty if none. */
export function resourceOf(path: string): string {
  return partsBelowRealm(path)?.[0] ?? '';
}

/** Whether a segment has this name; what follows a semicolon isn't part of the name (RFC 3986, section 3.3). */
export function isNamed(part: string, name: string): boolean {
  return part.split(';')[0] === name;
}

/** Whether any segment of a path is `broker`, Keycloak's path for identity providers. */
export function isBroker(path: string): boolean {
  return path.split('/').some((part) => isNamed(part, 'broker'));
}

/** The protocol that a path below a realm names; null for paths that aren't a protocol's. */
export function protocolOf(path: string): string | null {
  const [resource, protocol = ''] = partsBelowRealm(path) ?? [];
  // What follows a semicolon isn't part of the name (RFC 3986, section 3.3).
  return resource === 'protocol' ? protocol.split(';')[0] || null : null;
}

/** A path without trailing slashes. A regular expression would take quadratic time on runs of slashes. */
export function withoutTrailingSlashes(path: string): string {
  let end = path.length;
  while (end > 0 && path.charAt(end - 1) === '/') end--;
  return path.slice(0, end);
}
