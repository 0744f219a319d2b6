/**
 * The protocols that Keycloak speaks besides OpenID Connect, such as SAML: approval isn't checked there, so a Linkgate realm rejects them
 * unless it names them.
 */

import type { KeycloakSession } from 'keycloak';
import { protocolOf } from '../../http/request/realm-path.ts';
import { requireRealm } from '../../platform/keycloak/realm.ts';
import { pathOf } from '../../platform/session/address.ts';
import { settingOf } from '../../realm/settings/of.ts';
import { REALM } from '../../realm/settings/table.ts';

const OWN_PROTOCOL = 'openid-connect';
/**
 * SAML's own classes, the one where an identity provider redirects a user to a SAML client, and the one where SAML clients register
 * themselves: none can be seen from the path.
 */
function isSaml(endpoint: string): boolean {
  return (
    endpoint.startsWith('Saml') ||
    endpoint.startsWith('EntityDescriptorClientRegistrationProvider.') ||
    (endpoint.startsWith('SAMLEndpoint.') && endpoint.endsWith('IdpInitiated'))
  );
}

/** Whether a request uses a protocol that the realm doesn't support. */
export function usesOtherProtocol(session: KeycloakSession, endpoint: string): boolean {
  const protocol = isSaml(endpoint) ? 'saml' : protocolOf(pathOf(session));
  if (protocol === null || protocol === OWN_PROTOCOL) return false;
  return !settingOf(requireRealm(session), REALM.allowedProtocols).includes(protocol);
}
