/** The discovery document: the contract's fields and values (contract, section 2.1), and accurate standard fields that help a client. */
import { CHALLENGE_METHODS } from '../../../clients/pkce.ts';
import { OFFLINE_SCOPE } from '../../../clients/refresh-tokens.ts';
import { SCOPES } from '../../../clients/scope.ts';
import type { JsonValue } from '../../../platform/engine/json-value.ts';
import { PROMPTS, RESPONSE_MODES } from './authorization/validate.ts';
import { REFRESH_GRANT } from './token/validate.ts';

/** What clients of a realm have beyond the contract; the document shows it only where it is true. */
export interface RealmOptions {
  /** Users of some client stay signed in. */
  refreshes: boolean;
  /** Users of some client stay signed in beyond their session. */
  outlivesSessions: boolean;
  /** The names of the realm's API scopes. */
  apiScopes: readonly string[];
  /** The algorithms of proofs of possession (RFC 9449, section 5.1), if some client requires them. */
  proofAlgorithms: readonly string[];
  /** A client may name itself by a document. */
  readsDocuments: boolean;
}

/** A realm in which no client has any. */
export const NO_OPTIONS: RealmOptions = {
  refreshes: false,
  outlivesSessions: false,
  apiScopes: [],
  proofAlgorithms: [],
  readsDocuments: false,
};

/**
 * The document of a realm at `baseUrl`.
 *
 * @param backendUrl the realm for applications: where they send requests of their own (`--hostname-backchannel-dynamic`)
 */
export function discoveryDocument(
  baseUrl: string,
  backendUrl: string = baseUrl,
  { refreshes, outlivesSessions, apiScopes, proofAlgorithms, readsDocuments }: RealmOptions = NO_OPTIONS,
): Record<string, JsonValue> {
  return {
    issuer: baseUrl,
    authorization_endpoint: `${baseUrl}/auth`,
    token_endpoint: `${backendUrl}/token`,
    userinfo_endpoint: `${backendUrl}/userinfo`,
    jwks_uri: `${backendUrl}/.well-known/jwks.json`,
    introspection_endpoint: `${backendUrl}/introspect`,
    revocation_endpoint: `${backendUrl}/revoke`,
    end_session_endpoint: `${baseUrl}/protocol/openid-connect/logout`,
    response_types_supported: ['code'],
    response_modes_supported: RESPONSE_MODES,
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
    scopes_supported: [...SCOPES, ...(outlivesSessions ? [OFFLINE_SCOPE] : []), ...apiScopes],
    claims_supported: [
      'sub',
      'iss',
      'aud',
      'exp',
      'iat',
      'auth_time',
      'acr',
      'name',
      'preferred_username',
      'picture',
      'email',
      'email_verified',
      'address',
    ],
    grant_types_supported: ['authorization_code', ...(refreshes ? [REFRESH_GRANT] : [])],
    code_challenge_methods_supported: CHALLENGE_METHODS,
    token_endpoint_auth_methods_supported: ['client_secret_post', 'client_secret_basic', 'none'],
    prompt_values_supported: PROMPTS,
    authorization_response_iss_parameter_supported: true,
    // OpenID Connect Back-Channel Logout 1.0, section 2.1, and OpenID Connect Front-Channel Logout 1.0, section 3.
    backchannel_logout_supported: true,
    backchannel_logout_session_supported: true,
    frontchannel_logout_supported: true,
    frontchannel_logout_session_supported: true,
    // Every response has all claims of the granted scopes; no others can be requested by name.
    claims_parameter_supported: false,
    // If omitted, it would mean true (OpenID Connect Discovery, section 3).
    request_uri_parameter_supported: false,
    ...(proofAlgorithms.length > 0 && { dpop_signing_alg_values_supported: proofAlgorithms }),
    // draft-ietf-oauth-client-id-metadata-document-02, section 6.
    ...(readsDocuments && { client_id_metadata_document_supported: true }),
  };
}
