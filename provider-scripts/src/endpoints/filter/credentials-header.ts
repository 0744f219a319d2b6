/** Normalises the headers by which callers authenticate, as Keycloak expects them. */
import type { ContainerRequestContext, KeycloakSession } from 'keycloak';
import { withholdBoundToken, withholdProof } from '../../http/request/withheld-proof.ts';
import { headerValues, setHeader } from '../../platform/session/headers.ts';

const AUTHORIZATION = 'Authorization';
/** A scheme before credentials, separated by any number of spaces (RFC 9110, section 11.4). */
const SCHEME = /^([A-Za-z]+) +(?=\S)/;

/** Withholds DPoP proofs and the tokens presented with them; guards restore those of clients that require them. */
export function normaliseCredentials(session: KeycloakSession, request: ContainerRequestContext): void {
  withholdProof(session, request);
  const [text, ...others] = headerValues(session, AUTHORIZATION);
  // A later step rejects several.
  if (text === undefined || others.length > 0) return;
  const trimmed = text.trim();
  const [start = '', scheme = ''] = SCHEME.exec(trimmed) ?? [];
  const rest = trimmed.slice(start.length);
  if (scheme.toLowerCase() === 'dpop') withholdBoundToken(session, request, rest);
  else if (scheme !== '' && text !== `${scheme} ${rest}`)
    setHeader(session, request, AUTHORIZATION, `${scheme} ${rest}`);
}
