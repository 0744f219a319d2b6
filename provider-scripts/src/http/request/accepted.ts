/**
 * The media types that the caller of a well-known document accepts, if Keycloak doesn't produce them: the host lets such requests
 * pass.
 */
import type { KeycloakSession } from 'keycloak';
import { ACCEPTED_HEADER } from '../../platform/keycloak/provider-ids.ts';
import { headerOf } from '../../platform/session/headers.ts';

/** The caller's `Accept`; null if Keycloak evaluates it itself. */
export function originalAccept(session: KeycloakSession): string | null {
  return headerOf(session, ACCEPTED_HEADER);
}
