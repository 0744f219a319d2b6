/** Errors of the admin API only. */
import { type CatalogueEntry, ofStatus } from './entry.ts';

export const ADMIN_ERRORS = {
  ...ofStatus(409, {
    client_changed: {
      id: 'client-changed',
      text: 'The client has changed since it was shown; look at it again',
    },
    client_id_taken: {
      id: 'client-id-taken',
      text: 'the ID {client} is a name of an API, of a document or of another client, too',
    },
    branding_changed: {
      id: 'branding-changed',
      text: 'The branding has changed since it was shown; look at it again',
    },
    limits_changed: {
      id: 'limits-changed',
      text: 'The limits have changed since they were shown; look at them again',
    },
    settings_changed: {
      id: 'settings-changed',
      text: 'The settings have changed since they were shown; look at them again',
    },
    sign_up_rules_changed: {
      id: 'sign-up-rules-changed',
      text: 'The lists have changed since they were shown; look at them again',
    },
    no_disposable_list: {
      id: 'no-disposable-list',
      text: 'The realm names no address of a list of disposable domains (linkgate.sign-up-disposable-list)',
    },
    code_taken: { id: 'code-taken', text: 'already exists' },
    realm_without_rotation: {
      id: 'realm-without-rotation',
      text: 'The realm issues no refresh tokens: they must rotate and expire, and the client scope offline_access must exist; seed the realm again',
    },
    second_factor_flow_unsafe: {
      id: 'second-factor-flow',
      text: 'The flow {flow} was changed: sign-ins by it would not work, or not require the second factor; undo the change or delete the flow',
    },
    second_factor_overwrites: {
      id: 'second-factor-overwrites',
      text: "The client {client} has its own {setting} in Keycloak's console, which would be overwritten; remove it first",
    },
    idempotency_key_used: {
      id: 'key-used',
      text: 'The Idempotency-Key was used for another request, or for one that sent no email',
    },
    invitation_of_account: { id: 'has-account', text: 'The address has an account already' },
    invitation_limit_reached: { id: 'too-many', text: '{max} invitations were sent to the address' },
    invitation_of_gone_client: {
      id: 'client-gone',
      text: 'The client no longer exists, or users cannot sign in to it',
    },
    invitation_against_rules: {
      id: 'sign-up-rejected',
      text: 'The rules for sign-up reject this address, and include invitations',
    },
    invitation_opted_out: { id: 'opted-out', text: 'The user has opted out of invitations' },
    invitation_repeated: { id: 'invited', text: 'The user has already been invited to the client' },
    invitation_rejected_by_server: { id: 'email-rejected', text: 'The mail server did not accept the email' },
    invitation_state_forbids: { id: 'invitation-state', text: "The invitation's state doesn't allow it" },
    link_lists_only_for_steps: {
      id: 'request',
      text: 'Only a stock realm with the step sends links to a list of users',
    },
    link_not_resendable: {
      id: 'link-state',
      text: 'This link cannot be sent again: it was used, revoked or never sent, its user cannot sign in or gets no emails, or it belongs to a backend, a list or one network',
    },
    list_state_forbids: { id: 'list-state', text: "The list's state doesn't allow it" },
  }),
  backend_links_off: {
    code: 'not_found',
    id: 'backend-links-off',
    text: "Backends are not allowed to request links: the realm attribute {attribute} isn't true",
  },
  only_in_linkgate_realm: {
    code: 'not_found',
    id: 'only-in-linkgate-realm',
    text: "Only Linkgate realms have this: the realm attribute {attribute} isn't true",
  },
  invitations_off: {
    code: 'not_found',
    id: 'invitations-off',
    text: "Invitations are not allowed: the realm attribute {attribute} isn't true",
  },
  account_ambiguous: { id: 'account-unusable', text: 'several accounts have the address' },
  account_disabled: { id: 'account-unusable', text: 'the account is disabled' },
  account_of_service: { id: 'account-unusable', text: "a client's service account" },
  account_of_administrator: {
    id: 'account-unusable',
    text: 'the account has an administration role: its links are valid for a day at most',
  },
  account_unknown: {
    id: 'not-found',
    text: "there is no such account; one is created with create, if the step's sign-up is open",
  },
  account_unknown_here: { id: 'not-found', text: 'there is no such account' },
  account_unverified: {
    id: 'account-unusable',
    text: 'the address is not verified, and the step sends no link to such an account',
  },
  account_without_address: {
    id: 'account-unusable',
    text: 'the account has no email address: its links can only be returned',
  },
  api_scope_unknown: { id: 'not-found', text: 'the realm has no API scope {name}' },
  challenge_required_without_start: {
    id: 'required',
    text: 'required from a client without a secret that has no {attribute}',
  },
  client_policy: { id: 'client-policy', text: 'A client policy of the realm rejects this: {reason}' },
  client_without_saml_start: {
    id: 'client-without-sign-in',
    text: 'the SAML client has no name or no URL for IdP-initiated single sign-on',
  },
  client_unknown: { id: 'no-client', text: 'there is no such client' },
  client_home_url_malformed: {
    id: 'web-url',
    text: 'not a URL that begins with https:// or http://, or with / if there is a root URL',
  },
  template_unknown: {
    id: 'choice',
    text: "the realm's email theme has no such template: use one of {choices}",
  },
  too_many_values: { id: 'too-many', text: 'more than {max} values' },
  value_name_malformed: {
    id: 'request',
    text: 'not a name of at most 40 letters and digits that begins with a small one',
  },
  reason_required: { id: 'required', text: 'say why' },
  version_required: { id: 'required', text: 'the version that was shown is required' },
  client_version_required: {
    id: 'required',
    text: 'the version of the client that was shown is required to approve it',
  },
  client_without_home: {
    id: 'client-without-home',
    text: 'the client has neither a home URL nor {attribute}',
  },
  client_without_sign_in: {
    id: 'client-without-sign-in',
    text: 'the client is not allowed to use the authorization code flow',
  },
  code_malformed: { id: 'code-shape', text: '{min} to {max} letters, digits, "-" or "_"' },
  days_not_whole: { id: 'whole-number', text: 'whole days from {min} to {max}' },
  email_or_ip_required: { id: 'required', text: 'give either email or ip' },
  field_not_of_saml: { id: 'request', text: 'not for a SAML client' },
  flow_without_cookie: {
    id: 'required',
    text: "required: the client's flow has no step Cookie, by which the client's own request would find the session",
  },
  language_tag_malformed: { id: 'language-tag', text: 'not a language tag' },
  network_malformed: { id: 'network', text: '{given} is no network such as 10.0.0.0/8' },
  not_an_ip_address: { id: 'ip-address', text: 'not an IP address' },
  not_in_future: { id: 'in-future', text: 'Unix seconds in the future' },
  entry_invalid: {
    id: 'sign-up-entry',
    text: 'not an email address, a domain of at most 10 labels, or *. and a domain',
  },
  entry_public_suffix: {
    id: 'public-suffix',
    text: 'a public suffix, below which anybody registers domains: name the domains themselves',
  },
  not_a_list_of_texts: { id: 'wrong-type', text: 'not a list of at most {max} texts' },
  only_with_create: { id: 'request', text: 'only with create' },
  only_with_email: { id: 'request', text: 'only for a link that is emailed' },
  only_with_template: { id: 'request', text: 'only with a template' },
  own_address_missing: { id: 'own-address', text: 'your own account has no email address' },
  level_not_reached: { id: 'request', text: "the client's flow reaches no such level" },
  lifetime_needs_role: { id: 'request', text: 'more than {max} seconds require the realm role {role}' },
  link_user_repeated: { id: 'twice', text: 'is the same user as users[{line}]' },
  link_user_unclear: { id: 'required', text: 'give one of {choices}' },
  limit_out_of_range: {
    id: 'limit-value',
    text: 'null, or count from 1 to {count} and seconds from 1 to {seconds}',
  },
  rejected_by_keycloak: { id: 'client-policy', text: 'Keycloak rejects this: {reason}' },
  required_action_unknown: {
    id: 'choice',
    text: 'the realm has no such enabled action: use one of {choices}',
  },
  setting_elsewhere: { id: 'setting-elsewhere', text: 'not set here' },
  seconds_not_whole: { id: 'whole-number', text: 'whole seconds from {min} to {max}' },
  refresh_tokens_malformed: { id: 'refresh-tokens', text: '"off", "session", or days from 1 to {max}' },
  test_email_not_sent: {
    code: 'temporarily_unavailable',
    id: 'test-email-unsent',
    text: 'The email could not be sent: {reason}',
  },
  link_not_sent: {
    code: 'temporarily_unavailable',
    id: 'link-unsent',
    text: 'The link before no longer works, and the email was not sent: {reason}',
  },
  test_email_without_hostname: {
    code: 'temporarily_unavailable',
    id: 'no-hostname',
    text: 'No email is sent: the server has no fixed hostname',
  },
  branding_colour_malformed: { id: 'colour', text: 'not a colour like #1a2b3c' },
  branding_logo_malformed: { id: 'https-url', text: 'not an https URL' },
  logo_not_a_picture: { id: 'picture', text: 'not a PNG, JPEG, WebP or GIF picture in Base64' },
  logo_too_large: { id: 'body-too-large', text: 'more than {bytes} bytes' },
  logo_too_many_pixels: { id: 'picture-size', text: 'more than {max} pixels wide or high' },
  logo_unknown: { id: 'not-found', text: 'there is no such uploaded logo' },
  branding_text_malformed: { id: 'one-line', text: 'not one line of at most {max} characters' },
  invitation_too_soon: {
    code: 'too_many_requests',
    id: 'too-soon',
    text: 'An invitation was sent to the address within the last day',
  },
  list_unknown: { id: 'not-found', text: 'there is no such list' },
  list_empty: { id: 'no-lines', text: 'has no lines' },
  list_line_repeated: { id: 'twice', text: 'is in line {line} already' },
  list_line_too_long: { id: 'too-long', text: 'has a line of more than {max} characters' },
  list_not_utf8: { id: 'not-utf8', text: 'not in UTF-8: save it as CSV UTF-8' },
  list_quote_open: {
    id: 'quote',
    text: 'line {line}: a quoted field is never closed, or is followed by other text',
  },
  list_too_long: { id: 'too-many-lines', text: 'has more than {max} lines' },
  list_with_heading_only: { id: 'heading-only', text: 'has no lines but the heading' },
  recipient_not_supported: {
    id: 'undeliverable',
    text: 'the mail server sends no email to addresses with letters beyond ASCII before the @',
  },
  name_with_character: { id: 'name-character', text: "a name can't contain {character}" },
  text_not_plain: { id: 'plain-line', text: 'not one line of plain text' },
  text_with_link: {
    id: 'linkable',
    text: 'has what mail programs make a link of; leave addresses out, and put a space after each full stop',
  },
} as const satisfies Record<string, CatalogueEntry>;
