/**
 * The reference's texts for names that the plugin declares without a text. They are here because the plugin's script would
 * carry it to every node otherwise. The types, or else the generator, require a text for each name.
 */

import { BOUND_TOKENS_ATTRIBUTE } from '../../provider-scripts/src/clients/dpop.ts';
import type { ErrorCode } from '../../provider-scripts/src/platform/errors/catalogue/codes.ts';
import {
  type LimitName,
  POLLS_PER_GENERAL_REQUEST,
} from '../../provider-scripts/src/platform/limits/limits.ts';
import { CLIENT, type Need, REALM } from '../../provider-scripts/src/realm/settings/table.ts';

/** What each need of a setting means. */
export const NEEDS: Readonly<Record<Need, string>> = {
  'account-page': `\`${REALM.accountPage.name}\``,
  'bound-tokens': `Keycloak's \`${BOUND_TOKENS_ATTRIBUTE}\``,
  'client-account': "Keycloak's client `account`, enabled",
  'confidential-or-bound': `a confidential client, or its \`${CLIENT.dpop.name}\``,
  'email-route': `a route of this name in the realm’s \`${REALM.emailRoutes.name}\``,
  'link-in-email': 'an email with a link: `emailContains` other than `code`',
  'own-sender': 'a step whose `emailSender` is `smtp`',
  passkeys: `\`${REALM.passkeys.name}\``,
  'passkeys-of-keycloak':
    "Keycloak's passkeys (policy for passwordless WebAuthn: _Enable passkeys_, user verification `required`; in a realm file also `webAuthnPolicyPasswordlessRpEntityName`, without which Keycloak ignores the policy)",
  'refresh-tokens': `\`${CLIENT.refreshTokens.name}\``,
  registration: "in a stock realm Keycloak's user registration, for `open`",
  'remember-device': "the step's `rememberDevice`",
  'sender-domain': `its domain in the realm’s \`${REALM.senderDomains.name}\``,
  'sign-up-rules': `\`${REALM.signUpRules.name}\``,
};

/** What each limit counts. */
export const LIMIT_COUNTS: Readonly<Record<LimitName, string>> = {
  'link-email': 'links to an email address',
  'link-device': 'further links to an address, for browsers in which its account has signed in',
  'link-ip': 'links requested from an IP',
  'link-backend': "links requested by a realm's backends",
  invitations: 'emails with invitations in a realm',
  'link-lists': 'links to lists of users in a realm',
  'one-time-code': 'wrong one-time codes for an address, whichever link they belong to',
  'one-time-code-ip':
    'wrong one-time codes from an IP; of codes without a link it rejects none, and makes new ones longer',
  'one-time-code-browser': 'wrong one-time codes without a link in a browser',
  'one-time-code-realm':
    'wrong one-time codes in a realm, beside links; those without a link reject none, and make new ones longer',
  'referral-ip': 'wrong referral codes from an IP',
  'referral-realm': 'wrong referral codes in a realm',
  'comparison-code-email': 'wrong comparison codes for an address',
  'comparison-code-network': 'wrong comparison codes for links requested from a network',
  'comparison-code-realm': 'wrong comparison codes in a realm',
  'new-device': 'notices of sign-ins on new devices to an account',
  'link-recipient':
    'links that a step sends to an address, whatever was typed, with the value of `link-email`; the response doesn’t tell',
  'sign-up-told': 'emails that tell an address that the rules for sign-up reject it',
  'account-notice': 'notices of passkeys and of its deletion to an account',
  'shield-proof': 'uses of a proof that a challenge was solved',
  general: 'requests and submitted forms from an IP',
  session: 'requests to `/session…` from an IP, which count only here',
  'sign-in-state': `polls of a browser; from an IP ${POLLS_PER_GENERAL_REQUEST} times \`general\``,
  'client-document-host': 'client ID metadata documents fetched from a host',
  'client-document-ip': 'client ID metadata documents fetched for requests from an IP',
};

/** The cause of each error code. */
export const ERROR_CAUSES: Readonly<Record<ErrorCode, string>> = {
  invalid_request: 'a parameter is missing, repeated or malformed',
  ValidationError: "a JSON body isn't valid, with `details`; or, with 413, it is too large",
  invalid_logout_request: "a sign-out request isn't valid: hint, client or return address",
  invalid_client_metadata: "a client registers with a member that isn't supported",
  invalid_client: 'unknown, disabled or deleted client, or wrong secret',
  client_not_approved: 'the client is pending or suspended',
  invalid_grant:
    "the authorization code is used, expired or another client's; wrong redirect URI or verifier",
  unauthorized_client: "the client is not allowed to use the grant; the redirect URI isn't registered",
  unsupported_response_type: "`response_type` isn't `code`",
  unsupported_grant_type: 'the grant type does not exist',
  request_not_supported: '`request` was sent',
  request_uri_not_supported: '`request_uri` was sent',
  insufficient_scope: 'the access token lacks `openid`',
  insufficient_user_authentication:
    "at Keycloak's account API: the session lacks a recent proof of the user's second factor",
  invalid_scope: "unknown scope, or scopes that aren't separated by spaces",
  invalid_target: "`resource` isn't one that a scope of the client, or a granted one, is for",
  invalid_token: "the link, invitation or access token can't be used",
  invalid_dpop_proof: 'the proof of possession is missing or not valid',
  use_dpop_nonce: 'the proof of possession lacks a current nonce, which `DPoP-Nonce` has',
  access_denied:
    'consent denied, or _cancel_; or no sign-in reaches a value of `acr` that the request calls essential',
  login_required: 'no active session in this browser',
  invalid_csrf_token: '`x-csrf-token` is missing, from another browser, or too old',
  shield_required: 'who causes an email must solve a challenge (`linkgate.shield`): `challenge` has it',
  referral_required: 'sign-up is closed and no referral code was given',
  invalid_referral_code: "the referral code is unknown, expired, revoked, used up or another client's",
  too_many_requests: 'a limit is reached',
  not_found: 'no resource at this path',
  server_error: 'an internal error; see the log',
  temporarily_unavailable: 'maintenance, too much load, or database or mail server unavailable',
};

/** What each status means. */
export const STATUS_MEANINGS: Readonly<Record<number, string>> = {
  400: 'the request is invalid',
  401: "the caller isn't authenticated, or its credentials aren't valid",
  403: 'authenticated, but not allowed; also an embedded link, and http where https is required',
  404: 'no resource at this path',
  405: 'the method is not allowed; `Allow` names those that are',
  408: 'the body did not arrive in time',
  409: "it already exists, or its state doesn't allow the change",
  411: 'HTTP/2: the body has to declare its length',
  413: 'the body is too large',
  415: '`multipart/…`, a charset other than UTF-8, or no JSON where JSON is required',
  429: 'a limit is reached',
  500: 'an internal error',
  503: 'temporarily unavailable',
};

/** The meaning of each admin event's resource type. */
export const ADMIN_EVENTS: Readonly<Record<string, string>> = {
  LINKGATE_LINK: 'links requested by backends',
  LINKGATE_REFERRAL: 'referral codes: created, revoked',
  LINKGATE_SIGN_UP_RULE: 'the lists of the rules for sign-up, with how many entries they have',
  LINKGATE_EMAIL_SUPPRESSION: 'an address that gets no emails (lifted: `ACTION`, with the reason)',
  LINKGATE_INVITATION: 'invitations and lists of them',
  LINKGATE_LIMIT: "limits: a caller's counts reset",
  LINKGATE_DEVICE: 'recognised devices: removed',
  CLIENT: "Keycloak's own: approval, branding, removal",
  AUTHENTICATOR_CONFIG: "Keycloak's own: the settings of a step",
  AUTH_FLOW: "Keycloak's own: the flows of clients with a second factor",
  IDENTITY_PROVIDER: "Keycloak's own: the post login flow of the second factor",
  REALM: "Keycloak's own: limits, whether the realm has invitations",
  USER: "Keycloak's own: sign-out of a user",
};
