/** Normalises the headers by which callers authenticate, as Keycloak expects them. */
import type { ContainerRequestContext } from 'keycloak';
import { withholdBoundToken, withholdProof } from '../request/withheld-proof.ts';

/** A scheme before credentials, separated by any number of spaces (RFC 9110, section 11.4). */
const SCHEME = /^([A-Za-z]+) +(?=\S)/;

/** Withholds DPoP proofs and the tokens presented with them; guards restore those of clients that require them. */
export function normaliseCredentials(request: ContainerRequestContext): void {
  withholdProof(request);
  const headers = request.getHeaders();
  const given = headers.get('Authorization');
  // A later step rejects several.
  if (given === null || given.size() !== 1) return;
  const text = String(given.get(0));
  const trimmed = text.trim();
  const [start = '', scheme = ''] = SCHEME.exec(trimmed) ?? [];
  const rest = trimmed.slice(start.length);
  if (scheme.toLowerCase() === 'dpop') withholdBoundToken(request, rest);
  else if (scheme !== '' && text !== `${scheme} ${rest}`)
    headers.putSingle('Authorization', `${scheme} ${rest}`);
}
