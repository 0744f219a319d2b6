/** Errors of the protocol's requests: authorization, tokens, sign-out and the registration of clients. */
import type { CatalogueEntry } from './entry.ts';

/** The errors. */
export const OAUTH_ERRORS = {
  action_malformed: { code: 'invalid_request', text: 'not of the form action:parameter' },
  action_on_credentials: {
    code: 'invalid_request',
    text: "credentials are set up at Keycloak's own pages only",
  },
  challenge_malformed: {
    code: 'invalid_request',
    text: 'not 43 to 128 of the characters A-Z, a-z, 0-9, -, ., _ and ~',
  },
  challenge_not_sha256: {
    code: 'invalid_request',
    text: 'not a SHA-256 digest in base64url (43 characters)',
  },
  challenge_required: { code: 'invalid_request', text: 'required from a client without a secret' },
  challenge_required_with_method: {
    code: 'invalid_request',
    text: 'required with code_challenge_method',
  },
  code_flow_not_configured: {
    code: 'unauthorized_client',
    text: 'not configured for the authorization code flow',
  },
  keys_at_url: {
    code: 'unauthorized_client',
    text: 'not configured for encryption with keys at a URL: they are not fetched',
  },
  level_unreachable: {
    code: 'access_denied',
    text: 'claims: no sign-in here reaches an essential value of acr',
  },
  max_age_malformed: { code: 'invalid_request', text: 'not a whole number of seconds' },
  not_a_token: { code: 'invalid_request', text: 'not a token' },
  not_configured_for_client: { code: 'unauthorized_client', text: 'not configured for this client' },
  not_registered_for_client: { code: 'unauthorized_client', text: 'not registered for client "{client_id}"' },
  prompt_none_combined: { code: 'invalid_request', text: '"none" cannot be combined with other values' },
  reauthentication_required: {
    code: 'login_required',
    text: 'max_age is 0: the user has to sign in again',
  },
  resource_differs: { code: 'invalid_target', text: 'not the resource of the authorization request' },
  resource_not_granted: { code: 'invalid_target', text: 'no granted scope is for this resource' },
  resource_unknown: { code: 'invalid_target', text: 'no scope of this client is for {resource}' },
  resource_without_scope: {
    code: 'invalid_target',
    text: 'for {resource}, request one of the scopes {scopes}',
  },
  scope_malformed: {
    code: 'invalid_request',
    text: 'not a list of scope values separated by single spaces',
  },
  scope_not_supported: {
    code: 'invalid_scope',
    text: '"{scope}" is not supported; use {scopes}, separated by spaces',
  },
  too_many_unknown_parameters: {
    code: 'invalid_request',
    text: 'beside more than {max} unknown parameters',
  },
  second_factor_required: {
    code: 'insufficient_user_authentication',
    text: 'sign in with your second factor; if you have lost it, ask an administrator',
  },
  uri_not_absolute: { code: 'invalid_request', text: 'not an absolute URI' },
  uri_not_supported: { code: 'invalid_request', text: '{uri} is not supported' },
  uri_with_fragment: { code: 'invalid_request', text: 'must not have a fragment' },

  refresh_token_consent_revoked: { code: 'invalid_grant', text: 'the user has revoked the consent' },
  refresh_token_not_valid: { code: 'invalid_grant', text: 'The refresh token is not valid' },
  refresh_token_reused: { code: 'invalid_grant', text: 'the refresh token was used before' },

  access_token_expired: { code: 'invalid_token', text: 'the access token has expired' },
  access_token_not_valid: { code: 'invalid_token', text: 'The access token is not valid' },
  access_token_required: { code: 'invalid_token', text: 'An access token is required' },
  credentials_differ: {
    code: 'invalid_request',
    text: 'differs from the one in the Authorization header',
  },
  credentials_given_twice: {
    code: 'invalid_request',
    text: 'given both as a form field and in the Authorization header',
  },

  dpop_elsewhere: { code: 'invalid_dpop_proof', text: 'its htu is not a URL of this server' },
  dpop_malformed: { code: 'invalid_dpop_proof', text: 'not one signed JWT with its public key and its time' },
  dpop_nonce_required: {
    code: 'use_dpop_nonce',
    text: "needs the nonce in this response's header DPoP-Nonce",
  },
  dpop_required: { code: 'invalid_dpop_proof', text: 'required from this client' },
  dpop_too_old: { code: 'invalid_dpop_proof', text: 'issued more than {max} seconds ago' },

  logout_client_differs: {
    code: 'invalid_logout_request',
    text: 'not the client that id_token_hint was issued to',
  },
  logout_client_required: { code: 'invalid_logout_request', text: 'needs id_token_hint or client_id' },
  logout_hint_not_valid: { code: 'invalid_logout_request', text: 'not an ID token of this issuer' },
  logout_page_stale: {
    code: 'invalid_logout_request',
    text: 'the page that asks whether to sign out was already submitted, or is too old',
  },

  client_id_of_document: {
    code: 'invalid_request',
    text: '"{client_id}" is reserved for the client of the document at this URL',
  },
  client_id_of_api: {
    code: 'invalid_client_metadata',
    text: '"{client_id}" is a name of an API or of another client, or reserved',
  },
  client_id_taken_by_keycloak: {
    code: 'invalid_request',
    text: '"{client_id}" is the name of one of Keycloak\'s own clients',
  },
  client_document_unreachable: {
    code: 'invalid_client',
    text: 'its client ID metadata document could not be fetched',
  },
  client_document_not_valid: {
    code: 'invalid_client',
    text: 'its client ID metadata document is not valid: {reason}',
  },
  document_list_too_long: { code: 'invalid_client_metadata', text: 'more than {max}' },
  document_list_without: { code: 'invalid_client_metadata', text: 'does not have {needed}' },
  document_of_other_client: { code: 'invalid_client_metadata', text: "not the document's own URL" },
  document_url_not_https: { code: 'invalid_client_metadata', text: 'not an https URL with a host name' },
  document_without_own_redirect: {
    code: 'invalid_client_metadata',
    text: "none of {origin}, or of the user's own device",
  },
  name_not_one_line: { code: 'invalid_client_metadata', text: 'must be one line without control characters' },
  name_with_hidden_characters: {
    code: 'invalid_client_metadata',
    text: 'must not have characters that are hidden or turn text around',
  },
  name_with_link: {
    code: 'invalid_client_metadata',
    text: 'must have nothing that mail programs make a link of',
  },
  name_with_markup: { code: 'invalid_client_metadata', text: 'must not have {markup}' },
  member_not_storable: {
    code: 'invalid_client_metadata',
    text: 'has a character that cannot be stored',
  },
  member_not_supported: { code: 'invalid_client_metadata', text: 'not supported' },
  members_of_administrators: {
    code: 'invalid_request',
    text: 'only administrators decide about {members}',
  },
  metadata_not_an_object: { code: 'invalid_client_metadata', text: 'the body is not a JSON object' },
  registration_not_plain: {
    code: 'invalid_request',
    text: 'write the path and the token in their plain form',
  },
  updated_by_administrators: {
    code: 'invalid_client_metadata',
    text: 'only administrators update this client',
  },
} as const satisfies Record<string, CatalogueEntry>;
