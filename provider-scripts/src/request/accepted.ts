/** What the caller of a well-known document accepts, where that isn't what Keycloak produces: the host lets such requests pass. */
import type { KeycloakSession } from 'keycloak';
import { ACCEPTED_HEADER } from '../ids.ts';

/** The caller's `Accept`; null where Keycloak decides by it itself. */
export function acceptedOf(session: KeycloakSession): string | null {
  return session.getContext().getRequestHeaders().getHeaderString(ACCEPTED_HEADER);
}
