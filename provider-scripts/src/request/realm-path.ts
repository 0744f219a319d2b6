/** What a request's path says of a realm: `realms`, the realm's name, and what comes below. */

/** The parts below the realm; null for what isn't below a realm, such as the admin API. */
export function partsBelowRealm(path: string): string[] | null {
  const [first, name, ...below] = (path.startsWith('/') ? path.slice(1) : path).split('/');
  return first === 'realms' && name !== '' && below.length > 0 ? below : null;
}

/** Which resource of the realm a path names; empty where it names none. */
export function resourceOf(path: string): string {
  return partsBelowRealm(path)?.[0] ?? '';
}

/** Whether a part of a path is a name: what comes behind a semicolon isn't the name's (RFC 3986, section 3.3). */
export function isNamed(part: string, name: string): boolean {
  return part.split(';')[0] === name;
}

/** The protocol that a path below a realm names; null for what is no protocol's. */
export function protocolOf(path: string): string | null {
  const [resource, protocol = ''] = partsBelowRealm(path) ?? [];
  // What comes behind a semicolon isn't the name's (RFC 3986, section 3.3).
  return resource === 'protocol' ? protocol.split(';')[0] || null : null;
}
