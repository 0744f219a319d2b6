/** Errors of the protocol's requests: authorization, tokens, sign-out and the registration of clients. */
import { type CatalogueEntry, ofCode } from './entry.ts';

/** The errors. */
export const OAUTH_ERRORS = {
  ...ofCode('invalid_request', {
    action_malformed: 'not of the form action:parameter',
    action_on_credentials: "credentials are set up at Keycloak's own pages only",
    challenge_malformed: 'not 43 to 128 of the characters A-Z, a-z, 0-9, -, ., _ and ~',
    challenge_not_sha256: 'not a SHA-256 digest in base64url (43 characters)',
    challenge_required: 'required from a client without a secret',
    challenge_required_with_method: 'required with code_challenge_method',
    max_age_malformed: 'not a whole number of seconds',
    not_a_token: 'not a token',
    prompt_none_combined: '"none" cannot be combined with other values',
    scope_malformed: 'not a list of scope values separated by single spaces',
    too_many_unknown_parameters: 'beside more than {max} unknown parameters',
    uri_not_absolute: 'not an absolute URI',
    uri_not_supported: '{uri} is not supported',
    uri_with_fragment: 'must not have a fragment',
    credentials_differ: 'differs from the one in the Authorization header',
    credentials_given_twice: 'given both as a form field and in the Authorization header',
    client_id_of_document: '"{client_id}" is reserved for the client of the document at this URL',
    client_id_taken_by_keycloak: '"{client_id}" is the name of one of Keycloak\'s own clients',
    members_of_administrators: 'only administrators decide about {members}',
    registration_not_plain: 'write the path and the token in their plain form',
  }),
  ...ofCode('unauthorized_client', {
    code_flow_not_configured: 'not configured for the authorization code flow',
    keys_at_url: 'not configured for encryption with keys at a URL: they are not fetched',
    not_configured_for_client: 'not configured for this client',
    not_registered_for_client: 'not registered for client "{client_id}"',
  }),
  ...ofCode('invalid_target', {
    resource_differs: 'not the resource of the authorization request',
    resource_not_granted: 'no granted scope is for this resource',
    resource_unknown: 'no scope of this client is for {resource}',
    resource_without_scope: 'for {resource}, request one of the scopes {scopes}',
  }),
  ...ofCode('invalid_grant', {
    refresh_token_consent_revoked: 'the user has revoked the consent',
    refresh_token_not_valid: 'The refresh token is not valid',
    refresh_token_reused: 'the refresh token was used before',
  }),
  ...ofCode('invalid_token', {
    access_token_expired: 'the access token has expired',
    access_token_not_valid: 'The access token is not valid',
    access_token_required: 'An access token is required',
  }),
  ...ofCode('invalid_dpop_proof', {
    dpop_elsewhere: 'its htu is not a URL of this server',
    dpop_malformed: 'not one signed JWT with its public key and its time',
    dpop_required: 'required from this client',
    dpop_too_old: 'issued more than {max} seconds ago',
  }),
  ...ofCode('invalid_logout_request', {
    logout_client_differs: 'not the client that id_token_hint was issued to',
    logout_client_required: 'needs id_token_hint or client_id',
    logout_hint_not_valid: 'not an ID token of this issuer',
    logout_page_stale: 'the page that asks whether to sign out was already submitted, or is too old',
  }),
  ...ofCode('invalid_client_metadata', {
    client_id_of_api: '"{client_id}" is a name of an API or of another client, or reserved',
    document_list_too_long: 'more than {max}',
    document_list_without: 'does not have {needed}',
    document_of_other_client: "not the document's own URL",
    document_url_not_https: 'not an https URL with a host name',
    document_without_own_redirect: "none of {origin}, or of the user's own device",
    name_not_one_line: 'must be one line without control characters',
    name_with_hidden_characters: 'must not have characters that are hidden or turn text around',
    name_with_link: 'must have nothing that mail programs make a link of',
    name_with_markup: 'must not have {markup}',
    member_not_storable: 'has a character that cannot be stored',
    member_not_supported: 'not supported',
    metadata_not_an_object: 'the body is not a JSON object',
    updated_by_administrators: 'only administrators update this client',
  }),
  level_unreachable: {
    code: 'access_denied',
    text: 'claims: no sign-in here reaches an essential value of acr',
  },
  reauthentication_required: { code: 'login_required', text: 'max_age is 0: the user has to sign in again' },
  scope_not_supported: {
    code: 'invalid_scope',
    text: '"{scope}" is not supported; use {scopes}, separated by spaces',
  },
  second_factor_required: {
    code: 'insufficient_user_authentication',
    text: 'sign in with your second factor; if you have lost it, ask an administrator',
  },
  dpop_nonce_required: {
    code: 'use_dpop_nonce',
    text: "needs the nonce in this response's header DPoP-Nonce",
  },
  client_document_unreachable: {
    code: 'invalid_client',
    text: 'its client ID metadata document could not be fetched',
  },
  client_document_not_valid: {
    code: 'invalid_client',
    text: 'its client ID metadata document is not valid: {reason}',
  },
} as const satisfies Record<string, CatalogueEntry>;
