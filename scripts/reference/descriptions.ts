/**
 * The reference's texts for names that the plugin declares without a text. They are here because the plugin's script would
 * carry it to every node otherwise. The types, or else the generator, require a text for each name.
 */

import { UNKNOWN_SCOPES, UNKNOWN_SCOPES_ATTRIBUTE } from '../../provider-scripts/src/clients/api-scopes.ts';
import { APPROVALS } from '../../provider-scripts/src/clients/approval.ts';
import { DOCUMENT_MODES, DOCUMENTS_ATTRIBUTE } from '../../provider-scripts/src/clients/document/policy.ts';
import { DPOP_ATTRIBUTE, DPOP_MODES } from '../../provider-scripts/src/clients/dpop.ts';
import { INITIATE_LOGIN_ATTRIBUTE } from '../../provider-scripts/src/clients/initiate-login.ts';
import {
  REFRESH_GRACE_ATTRIBUTE,
  REFRESH_GRACE_SECONDS,
} from '../../provider-scripts/src/clients/refresh-grace.ts';
import {
  DOCUMENT_EXPIRES_ATTRIBUTE,
  REGISTERED_AT_ATTRIBUTE,
  REGISTERED_BY_ATTRIBUTE,
} from '../../provider-scripts/src/clients/registration-attributes.ts';
import { RIGHTS_ATTRIBUTE } from '../../provider-scripts/src/clients/rights.ts';
import {
  NEW_CLIENTS_STAY_ATTRIBUTE,
  STAY_SIGNED_IN_ATTRIBUTE,
} from '../../provider-scripts/src/clients/stay-signed-in.ts';
import { TRUSTED_DOMAINS_ATTRIBUTE } from '../../provider-scripts/src/clients/trusted-domains.ts';
import type { ErrorCode } from '../../provider-scripts/src/platform/errors/catalogue/codes.ts';
import {
  BACKEND_LINKS_ATTRIBUTE,
  ENABLED_ATTRIBUTE,
  INVITATIONS_ATTRIBUTE,
} from '../../provider-scripts/src/platform/keycloak/realm-switches.ts';
import {
  type LimitName,
  POLLS_PER_GENERAL_REQUEST,
} from '../../provider-scripts/src/platform/limits/limits.ts';
import type { BaseAttribute } from '../../provider-scripts/src/realm/branding/branding.ts';
import { BRANDING_LIMITS } from '../../provider-scripts/src/realm/branding/branding.ts';
import { SECOND_FACTOR_ATTRIBUTE } from '../../provider-scripts/src/realm/levels/setting.ts';
import { EXEMPT_ATTRIBUTE } from '../../provider-scripts/src/realm/rate-limit/policies.ts';
import {
  ACCOUNT_DELETION_ATTRIBUTE,
  ACCOUNT_PAGE_ATTRIBUTE,
} from '../../provider-scripts/src/realm/settings/account-page.ts';
import { NEW_DEVICE_NOTICES_ATTRIBUTE } from '../../provider-scripts/src/realm/settings/new-device-notices.ts';
import {
  DEFAULT_PASSKEY_OFFERS,
  PASSKEY_OFFERS_ATTRIBUTE,
  PASSKEYS_ATTRIBUTE,
} from '../../provider-scripts/src/realm/settings/passkeys.ts';
import { SWITCH_MODES } from '../../provider-scripts/src/realm/settings/switch.ts';

/** An attribute of a realm or a client. */
interface AttributeText {
  of: 'realm' | 'client';
  value: string;
  absent: string;
  effect: string;
}

/** An attribute that turns something on, of a realm unless said otherwise. */
const SWITCH = {
  of: 'realm',
  value: SWITCH_MODES.map((mode) => `\`${mode}\``).join(', '),
  absent: `\`${SWITCH_MODES[0]}\``,
} as const satisfies Partial<AttributeText>;

/** The attributes that are neither limits, nor branding, nor a client's own settings. */
export const ATTRIBUTES: Readonly<Record<string, AttributeText>> = {
  [ENABLED_ATTRIBUTE]: {
    of: 'realm',
    value: '`true`, `false`',
    absent: '`false`',
    effect: 'turns the realm into a Linkgate realm; any other realm stays unchanged',
  },
  [EXEMPT_ATTRIBUTE]: {
    of: 'realm',
    value: 'addresses and networks such as `10.0.0.0/8`, separated by spaces or commas',
    absent: 'none',
    effect: 'exempts them from the limits by IP',
  },
  [BACKEND_LINKS_ATTRIBUTE]: {
    of: 'realm',
    value: '`true`, `false`',
    absent: '`false`',
    effect: 'lets backends request links; `false` also invalidates the returned ones that are unused',
  },
  [INVITATIONS_ATTRIBUTE]: {
    of: 'realm',
    value: '`true`, `false`',
    absent: '`false`',
    effect: 'lets administrators invite users',
  },
  [PASSKEYS_ATTRIBUTE]: {
    ...SWITCH,
    effect:
      "whether users are offered a passkey after a sign-in by email; also requires Keycloak's passkeys (policy for passwordless WebAuthn: _Enable passkeys_, user verification `required`; in a realm file also `webAuthnPolicyPasswordlessRpEntityName`, without which Keycloak ignores the policy)",
  },
  [PASSKEY_OFFERS_ATTRIBUTE]: {
    of: 'realm',
    value: '`count/days`, count from `1` to `99`, days from `0` to `999`',
    absent: `\`${DEFAULT_PASSKEY_OFFERS}\``,
    effect:
      'at how many sign-ins on a device the passkey is offered, and after how many days again; `0` days: never again',
  },
  [NEW_DEVICE_NOTICES_ATTRIBUTE]: {
    ...SWITCH,
    effect:
      "whether an email tells an account of a sign-in on a device that doesn't remember it, with a link that ends what came of it; only if the sign-in step remembers devices",
  },
  [ACCOUNT_PAGE_ATTRIBUTE]: {
    ...SWITCH,
    effect:
      "whether users have their own page, `/my-account`; also requires Keycloak's client `account`, enabled",
  },
  [ACCOUNT_DELETION_ATTRIBUTE]: {
    ...SWITCH,
    effect: 'whether users may delete their account on their own page; administrators may not',
  },
  [DOCUMENTS_ATTRIBUTE]: {
    of: 'realm',
    value: DOCUMENT_MODES.map((mode) => `\`${mode}\``).join(', '),
    absent: '`off`',
    effect:
      'whether a client may name itself by a client ID metadata document: of a trusted domain, or of any, and waiting for approval',
  },
  [TRUSTED_DOMAINS_ATTRIBUTE]: {
    of: 'realm',
    value: 'host names, or `*.example.com` for subdomains, separated by spaces',
    absent: 'none',
    effect:
      'the domains whose clients need no approval, if they register themselves or name themselves by a document',
  },
  [NEW_CLIENTS_STAY_ATTRIBUTE]: {
    of: 'realm',
    value: '`off`, `session`, or days from `1` to `365`',
    absent: '`off`',
    effect: `the \`${STAY_SIGNED_IN_ATTRIBUTE}\` of clients that register themselves or name themselves by a document, when they are new`,
  },
  'linkgate.other-protocols': {
    of: 'realm',
    value: 'names such as `saml`, separated by spaces',
    absent: 'none',
    effect: "enables protocols besides OpenID Connect, in which a client's approval isn't checked",
  },
  [UNKNOWN_SCOPES_ATTRIBUTE]: {
    of: 'realm',
    value: UNKNOWN_SCOPES.map((choice) => `\`${choice}\``).join(', '),
    absent: `\`${UNKNOWN_SCOPES[0]}\``,
    effect:
      "what happens to a request that names a scope which its client can't request: `invalid_scope`, or the others are granted",
  },
  'linkgate.approval': {
    of: 'client',
    value: APPROVALS.map((state) => `\`${state}\``).join(', '),
    absent: '`approved`',
    effect: 'whether the client can be used; any other value counts as `pending`',
  },
  [DPOP_ATTRIBUTE]: {
    of: 'client',
    value: DPOP_MODES.map((mode) => `\`${mode}\``).join(', '),
    absent: '`off`',
    effect:
      "whether its tokens are bound to its key (RFC 9449); requires Keycloak's `dpop.bound.access.tokens`, and `proxy-headers` behind a proxy; any other value counts as `required`",
  },
  [REGISTERED_AT_ATTRIBUTE]: {
    of: 'client',
    value: 'Unix seconds',
    absent: 'not registered by itself',
    effect: 'when the client registered itself; written by Linkgate',
  },
  [REGISTERED_BY_ATTRIBUTE]: {
    of: 'client',
    value: "a user's identifier",
    absent: 'an initial access token',
    effect: 'whose access token registered the client; written by Linkgate',
  },
  [DOCUMENT_EXPIRES_ATTRIBUTE]: {
    of: 'client',
    value: 'Unix seconds',
    absent: 'no document describes it',
    effect: 'until when its client ID metadata document counts; written by Linkgate',
  },
  [RIGHTS_ATTRIBUTE]: {
    of: 'client',
    value: 'three numbers',
    absent: 'usable, without refresh tokens, at any level',
    effect:
      'whether users could sign in, which refresh tokens it got, and the level that it required, after its last change; written by Linkgate',
  },
  [SECOND_FACTOR_ATTRIBUTE]: {
    of: 'client',
    value: '`on-request`, `always`',
    absent: 'none',
    effect:
      'whether users need a second factor; written by the page or `clients second-factor`, together with what Keycloak needs for it',
  },
  [STAY_SIGNED_IN_ATTRIBUTE]: {
    of: 'client',
    value: '`off`, `session`, or days from `1` to `365`',
    absent: '`off`',
    effect:
      'gives the client refresh tokens: until the session ends, or for this long after the sign-in; written together with what Keycloak needs for it',
  },
  [REFRESH_GRACE_ATTRIBUTE]: {
    ...SWITCH,
    of: 'client',
    effect: `whether the client may use a refresh token once more within ${REFRESH_GRACE_SECONDS} seconds, while its successor is unused: its response may have been lost; only with \`linkgate.stay-signed-in\`, and not a public client, unless its \`linkgate.dpop\` is \`required\``,
  },
  [INITIATE_LOGIN_ATTRIBUTE]: {
    of: 'client',
    value: 'an https URL, or http on the local machine',
    absent: 'none',
    effect: "where the client starts a sign-in after a backend's link or an invitation",
  },
};

const ONE_LINE = (max: number) => `one line, ${max} characters`;
/** What is valid for each attribute of a branding. */
export const BRANDING_VALUES: Readonly<Record<BaseAttribute, string>> = {
  logo: `an https URL, ${BRANDING_LIMITS.logo} characters`,
  'primary-color': '`#rrggbb`',
  'background-color': '`#rrggbb`',
  text: ONE_LINE(BRANDING_LIMITS.text),
  subject: ONE_LINE(BRANDING_LIMITS.subject),
  'sender-name': ONE_LINE(BRANDING_LIMITS.senderName),
};

/** What each limit counts. */
export const LIMIT_COUNTS: Readonly<Record<LimitName, string>> = {
  'link-email': 'links to an email address',
  'link-device': 'further links to an address, for browsers in which its account has signed in',
  'link-ip': 'links requested from an IP',
  'link-backend': "links requested by a realm's backends",
  invitations: 'emails with invitations in a realm',
  'one-time-code': 'wrong one-time codes for an address, whichever link they belong to',
  'one-time-code-ip': 'wrong one-time codes from an IP',
  'one-time-code-realm': 'wrong one-time codes in a realm',
  'referral-ip': 'wrong referral codes from an IP',
  'referral-realm': 'wrong referral codes in a realm',
  'comparison-code-email': 'wrong comparison codes for an address',
  'comparison-code-network': 'wrong comparison codes for links requested from a network',
  'comparison-code-realm': 'wrong comparison codes in a realm',
  'new-device': 'notices of sign-ins on new devices to an account',
  'link-recipient':
    'links that a step sends to an address, whatever was typed, at the rate of `link-email`; the response doesn’t tell',
  'account-notice': 'notices of passkeys and of its deletion to an account',
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
  client_not_approved: 'the client is pending',
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
  LINKGATE_INVITATION: 'invitations and lists of them',
  LINKGATE_RATE: "limits: a caller's counts reset",
  LINKGATE_DEVICE: 'recognised devices: removed',
  CLIENT: "Keycloak's own: approval, branding, removal",
  AUTH_FLOW: "Keycloak's own: the flows of clients with a second factor",
  IDENTITY_PROVIDER: "Keycloak's own: the post login flow of the second factor",
  REALM: "Keycloak's own: rate policies, whether the realm has invitations",
  USER: "Keycloak's own: sign-out of a user",
};
