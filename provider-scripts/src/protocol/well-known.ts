/** The well-known documents of a Linkgate realm; any other realm has Keycloak's own. */
import type { KeycloakSession } from 'keycloak';
import { toJava } from '../engine/to-java.ts';
import { ENABLED_ATTRIBUTE } from '../providers.ts';
import { baseUrl, requireRealm } from './base-url.ts';
import { discoveryDocument } from './discovery.ts';
import { type Jwk, keySet } from './key-set.ts';

const WellKnownProvider = Java.type('org.keycloak.wellknown.WellKnownProvider');
const JWKSServerUtils = Java.type('org.keycloak.protocol.oidc.utils.JWKSServerUtils');
const JsonSerialization = Java.type('org.keycloak.util.JsonSerialization');
const NotFoundException = Java.type('jakarta.ws.rs.NotFoundException');

function isEnabled(session: KeycloakSession): boolean {
  return requireRealm(session).getAttribute(ENABLED_ATTRIBUTE) === 'true';
}

/** Discovery under an alias of Keycloak's. */
function metadata(keycloaksId: string) {
  return {
    document(session: KeycloakSession): unknown {
      if (isEnabled(session)) return toJava(discoveryDocument(baseUrl(session)));
      return session.getProvider(WellKnownProvider.class, keycloaksId).getConfig();
    },
  };
}

/** The documents by provider id. */
export const WELL_KNOWN = {
  'linkgate-openid-configuration': metadata('openid-configuration'),
  'linkgate-oauth-authorization-server': metadata('oauth-authorization-server'),
  'jwks.json': {
    document(session: KeycloakSession): unknown {
      if (!isEnabled(session)) throw new NotFoundException();
      const all = JWKSServerUtils.getRealmJwks(session, requireRealm(session));
      return toJava(keySet((JSON.parse(JsonSerialization.writeValueAsString(all)) as { keys: Jwk[] }).keys));
    },
  },
};
