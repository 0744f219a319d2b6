/** Normalises the headers by which callers authenticate, as Keycloak expects them. */
import type { ContainerRequestContext } from 'keycloak';

/** A scheme and the credentials, separated by any number of spaces (RFC 9110, section 11.4). */
const CREDENTIALS = /^\s*([A-Za-z]+) +(\S.*?)\s*$/;

/**
 * Removes DPoP proofs, as a server without support ignores them (RFC 9449, section 5): their mere presence would make Keycloak bind tokens to a
 * key that no other endpoint requires.
 */
export function normaliseCredentials(request: ContainerRequestContext): void {
  const headers = request.getHeaders();
  headers.remove('DPoP');
  const given = headers.get('Authorization');
  // A later step rejects several.
  if (given === null || given.size() !== 1) return;
  const text = String(given.get(0));
  const [, scheme = '', rest = ''] = CREDENTIALS.exec(text) ?? [];
  if (scheme.toLowerCase() === 'dpop') headers.remove('Authorization');
  else if (scheme !== '' && text !== `${scheme} ${rest}`)
    headers.putSingle('Authorization', `${scheme} ${rest}`);
}
