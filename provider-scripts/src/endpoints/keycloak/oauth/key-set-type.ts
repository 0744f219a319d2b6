/** The key set for callers that accept its own media type only (RFC 7517, section 8.5.2). */
import type { ContainerResponseContext, KeycloakSession } from 'keycloak';
import { originalAccept } from '../../../http/request/accepted.ts';
import { partsBelowRealm } from '../../../http/request/realm-path.ts';
import { pathOf } from '../../../platform/session/address.ts';

/** Registered by RFC 7517, section 8.5.2. */
const KEY_SET_TYPE = 'application/jwk-set+json';

export function setKeySetType(session: KeycloakSession, response: ContainerResponseContext): void {
  if (response.getStatus() !== 200 || originalAccept(session) !== KEY_SET_TYPE) return;
  if (partsBelowRealm(pathOf(session))?.join('/') === '.well-known/jwks.json')
    response.getHeaders().putSingle('Content-Type', KEY_SET_TYPE);
}
