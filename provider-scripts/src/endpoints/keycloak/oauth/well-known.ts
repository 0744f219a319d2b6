/** The well-known documents of a Linkgate realm; a stock realm has Keycloak's own. */

import type { KeycloakSession } from 'keycloak';
import { outlivesSession } from '../../../clients/refresh-tokens.ts';
import { anyRequiresProof, refreshTokensIn } from '../../../clients/rows.ts';
import { apiScopesIn } from '../../../clients/scopes-of.ts';
import { originalAccept } from '../../../http/request/accepted.ts';
import { problemResponse } from '../../../http/response/responses.ts';
import { inOwnTransaction } from '../../../platform/database/sql.ts';
import type { JsonValue } from '../../../platform/engine/json-value.ts';
import { toJava } from '../../../platform/engine/to-java.ts';
import { backendUrl, baseUrl } from '../../../platform/keycloak/base-url.ts';
import { requireRealm } from '../../../platform/keycloak/realm.ts';
import { refreshedWithRealm } from '../../../platform/session/cached-with-realm.ts';
import { countCall } from '../../../realm/limits/count.ts';
import { isLinkgateRealm } from '../../../realm/settings/enabled.ts';
import { settingOf } from '../../../realm/settings/of.ts';
import { REALM } from '../../../realm/settings/table.ts';
import { discoveryDocument, type RealmOptions } from './discovery.ts';
import { type Jwk, keySet } from './key-set.ts';

const WellKnownProvider = Java.type('org.keycloak.wellknown.WellKnownProvider');
const DPoPUtil = Java.type('org.keycloak.services.util.DPoPUtil');
const JWKSServerUtils = Java.type('org.keycloak.protocol.oidc.utils.JWKSServerUtils');
const JsonSerialization = Java.type('org.keycloak.util.JsonSerialization');
const SecurityHeadersProvider = Java.type('org.keycloak.headers.SecurityHeadersProvider');
const Cors = Java.type('org.keycloak.services.cors.Cors');
const WebApplicationException = Java.type('jakarta.ws.rs.WebApplicationException');
const NotAcceptableException = Java.type('jakarta.ws.rs.NotAcceptableException');
const NotFoundException = Java.type('jakarta.ws.rs.NotFoundException');

/** The framework's implementation; the interface has no way to change a header. */
interface ChangeableHeaders {
  getMutableHeaders(): { putSingle(name: string, value: string): void };
}

/**
 * Behaves as if the host accepted only Keycloak's media types: the framework rejects others before there is a session, so Keycloak adds no
 * headers, and whether the response is a page depends on the caller's own `Accept`.
 */
function requireKeycloaksTypes(session: KeycloakSession): void {
  const accepted = originalAccept(session);
  if (accepted === null) return;
  const headers = session.getContext().getRequestHeaders() as unknown as ChangeableHeaders;
  headers.getMutableHeaders().putSingle('Accept', accepted);
  session.getProvider(SecurityHeadersProvider.class).options().skipHeaders();
  throw new NotAcceptableException('The accept header value did not match the value in @Produces');
}

function documentOfKeycloak(session: KeycloakSession, id: string): unknown {
  requireKeycloaksTypes(session);
  return session.getProvider(WellKnownProvider.class, id).getConfig();
}

function isEnabled(session: KeycloakSession): boolean {
  return isLinkgateRealm(requireRealm(session));
}

/** Rejects a caller over the rate limit here, as the filter doesn't know the realm of these documents. */
function count(session: KeycloakSession): void {
  const excess = countCall(session, 'general');
  if (excess === null) return;
  const response = Cors.builder().allowAllOrigins().add(problemResponse('protocol', excess));
  throw new WebApplicationException(response);
}

/** Discovery under an alias of Keycloak's. */
function metadata(keycloakId: string) {
  return {
    document(session: KeycloakSession): unknown {
      if (!isEnabled(session)) return documentOfKeycloak(session, keycloakId);
      count(session);
      return toJava(metadataOf(session));
    },
  };
}

function metadataOf(session: KeycloakSession): Record<string, JsonValue> {
  return discoveryDocument(baseUrl(session), backendUrl(session), optionsOf(session));
}

/** How long the document may be behind clients' settings and scopes, in seconds: it needs no database meanwhile, nor during an outage. */
const BEHIND_SECONDS = 5;

/** What the clients' settings and the realm's scopes say. */
const NOTHING: Pick<RealmOptions, 'refreshes' | 'outlivesSessions' | 'apiScopes'> & {
  requiresProofs: boolean;
} = {
  refreshes: false,
  outlivesSessions: false,
  apiScopes: [],
  requiresProofs: false,
};

function optionsOf(session: KeycloakSession): RealmOptions {
  const realm = requireRealm(session);
  const cached = { name: 'client options', seconds: BEHIND_SECONDS, fallback: NOTHING } as const;
  const { requiresProofs, ...options } = refreshedWithRealm(realm, cached, () =>
    inOwnTransaction(session, (own) => {
      const settings = refreshTokensIn(own);
      return {
        refreshes: settings.length > 0,
        outlivesSessions: settings.some(outlivesSession),
        requiresProofs: anyRequiresProof(own),
        apiScopes: apiScopesIn(realm),
      };
    }),
  );
  return {
    ...options,
    proofAlgorithms: requiresProofs ? proofAlgorithms(session) : [],
    readsDocuments: settingOf(realm, REALM.clientDocuments) !== 'off',
  };
}

/** The algorithms that Keycloak verifies proofs with, always in the same order. */
function proofAlgorithms(session: KeycloakSession): string[] {
  const algorithms: string[] = [];
  for (const algorithm of DPoPUtil.getDPoPSupportedAlgorithms(session)) algorithms.push(algorithm);
  return algorithms.sort();
}

function publicKeys(session: KeycloakSession): { keys: Jwk[] } {
  const all = JWKSServerUtils.getRealmJwks(session, requireRealm(session));
  return keySet((JSON.parse(JsonSerialization.writeValueAsString(all)) as { keys: Jwk[] }).keys);
}

/** The documents by provider id. */
export const WELL_KNOWN = {
  'linkgate-openid-configuration': metadata('openid-configuration'),
  'linkgate-oauth-authorization-server': metadata('oauth-authorization-server'),
  'linkgate-uma2-configuration': {
    document(session: KeycloakSession): unknown {
      if (isEnabled(session)) throw new NotFoundException();
      return documentOfKeycloak(session, 'uma2-configuration');
    },
  },
  'jwks.json': {
    document(session: KeycloakSession): unknown {
      if (!isEnabled(session)) {
        requireKeycloaksTypes(session);
        throw new NotFoundException();
      }
      count(session);
      return toJava(publicKeys(session));
    },
  },
};
