/** Brings the headers by which callers authenticate into the form in which Keycloak reads them. */
import type { ContainerRequestContext } from 'keycloak';

/** A scheme and what follows it, after any number of blanks (RFC 9110, section 11.4). */
const CREDENTIALS = /^\s*([A-Za-z]+) +(\S.*?)\s*$/;

/**
 * Has Keycloak ignore proofs of possession, as a server does that doesn't know them (RFC 9449, section 5): it would bind tokens to a key that
 * no other endpoint asks for, if only such a header was there.
 */
export function readyCredentials(request: ContainerRequestContext): void {
  const headers = request.getHeaders();
  headers.remove('DPoP');
  const given = headers.get('Authorization');
  // Several are rejected.
  if (given === null || given.size() !== 1) return;
  const text = String(given.get(0));
  const [, scheme = '', rest = ''] = CREDENTIALS.exec(text) ?? [];
  if (scheme.toLowerCase() === 'dpop') headers.remove('Authorization');
  else if (scheme !== '' && text !== `${scheme} ${rest}`)
    headers.putSingle('Authorization', `${scheme} ${rest}`);
}
