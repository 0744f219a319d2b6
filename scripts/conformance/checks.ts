/** The closed list of checks, in the order in which they run: configuration, then requests, then what needs a sign-in. */

import type { Check } from './check.ts';
import { ACCESS_TOKEN } from './checks/access-token.ts';
import { AUTH_PKCE } from './checks/auth-pkce.ts';
import { AUTH_PROMPT_NONE } from './checks/auth-prompt-none.ts';
import { AUTH_REDIRECT_URI } from './checks/auth-redirect-uri.ts';
import { AUTH_RESPONSE_TYPE } from './checks/auth-response-type.ts';
import { AUTH_SCOPE } from './checks/auth-scope.ts';
import { AUTH_UNKNOWN_CLIENT } from './checks/auth-unknown-client.ts';
import { CLIENT_ANSWERS } from './checks/client-answers.ts';
import { CLIENT_APPROVAL } from './checks/client-approval.ts';
import { CLIENT_AUDIENCE } from './checks/client-audience.ts';
import { CLIENT_AUTHENTICATION } from './checks/client-authentication.ts';
import { CLIENT_BRAND } from './checks/client-brand.ts';
import { CLIENT_CONSENT } from './checks/client-consent.ts';
import { CLIENT_CREDENTIALS } from './checks/client-credentials.ts';
import { CLIENT_GRANTS } from './checks/client-grants.ts';
import { CLIENT_PKCE } from './checks/client-pkce.ts';
import { CLIENT_REDIRECT_URIS } from './checks/client-redirect-uris.ts';
import { CLIENT_SCOPES } from './checks/client-scopes.ts';
import { CODE_BINDING } from './checks/code-binding.ts';
import { CODE_ONCE } from './checks/code-once.ts';
import { CONSENT } from './checks/consent.ts';
import { CONSENT_DENIED } from './checks/consent-denied.ts';
import { DISCOVERY_DOCUMENT } from './checks/discovery-document.ts';
import { HOSTNAME } from './checks/hostname.ts';
import { HTTPS } from './checks/https.ts';
import { ID_TOKEN } from './checks/id-token.ts';
import { INTROSPECT_UNKNOWN } from './checks/introspect-unknown.ts';
import { INTROSPECTION } from './checks/introspection.ts';
import { KEY_SET } from './checks/key-set.ts';
import { LINK_ONCE } from './checks/link-once.ts';
import { LINK_PREVIEW } from './checks/link-preview.ts';
import { LINK_SETTINGS } from './checks/link-settings.ts';
import { LINK_TOKEN } from './checks/link-token.ts';
import { LINKGATE_ENABLED } from './checks/linkgate-enabled.ts';
import { MAGIC_LINK_ANSWER } from './checks/magic-link-answer.ts';
import { MAGIC_LINK_BODY } from './checks/magic-link-body.ts';
import { MAGIC_LINK_REDIRECT_URI } from './checks/magic-link-redirect-uri.ts';
import { MAIL } from './checks/mail.ts';
import { MAIL_SENT } from './checks/mail-sent.ts';
import { MAIL_SERVER } from './checks/mail-server.ts';
import { OTHER_PROTOCOLS } from './checks/other-protocols.ts';
import { PENDING_CLIENT } from './checks/pending-client.ts';
import { PKCE } from './checks/pkce.ts';
import { PLUGIN_LOADED } from './checks/plugin-loaded.ts';
import { PLUGIN_TABLES } from './checks/plugin-tables.ts';
import { RATE_LIMIT_HEADERS } from './checks/rate-limit-headers.ts';
import { RATE_POLICIES } from './checks/rate-policies.ts';
import { REDIRECT } from './checks/redirect.ts';
import { REFRESH_TOKENS } from './checks/refresh-tokens.ts';
import { REGISTRATION } from './checks/registration.ts';
import { REQUIRED_ACTIONS } from './checks/required-actions.ts';
import { REVOCATION } from './checks/revocation.ts';
import { REVOKE_UNKNOWN } from './checks/revoke-unknown.ts';
import { SCOPE_CLAIMS } from './checks/scope-claims.ts';
import { SESSION_ENDPOINTS } from './checks/session-endpoints.ts';
import { SESSION_LIFETIMES } from './checks/session-lifetimes.ts';
import { SIGN_IN_FLOW } from './checks/sign-in-flow.ts';
import { SIGN_IN_PAGE } from './checks/sign-in-page.ts';
import { SIGN_UP_GATE } from './checks/sign-up-gate.ts';
import { SIGNATURE_ALGORITHMS } from './checks/signature-algorithms.ts';
import { SIGNING_KEYS } from './checks/signing-keys.ts';
import { SSL_REQUIRED } from './checks/ssl-required.ts';
import { THEMES } from './checks/themes.ts';
import { TOKEN_CLIENT } from './checks/token-client.ts';
import { TOKEN_GRANTS } from './checks/token-grants.ts';
import { TOKEN_LIFETIMES } from './checks/token-lifetimes.ts';
import { TOKEN_REQUEST } from './checks/token-request.ts';
import { TOKEN_RESPONSE } from './checks/token-response.ts';
import { UNKNOWN_PATH } from './checks/unknown-path.ts';
import { USER_PROFILE } from './checks/user-profile.ts';
import { USERINFO } from './checks/userinfo.ts';
import { USERINFO_REFUSED } from './checks/userinfo-refused.ts';
import { VERIFY_EMAIL_UNKNOWN } from './checks/verify-email-unknown.ts';

/** Every check there is. */
export const CHECKS: readonly Check[] = [
  PLUGIN_LOADED,
  LINKGATE_ENABLED,
  PLUGIN_TABLES,
  SIGN_IN_FLOW,
  LINK_SETTINGS,
  SIGNING_KEYS,
  SIGNATURE_ALGORITHMS,
  TOKEN_LIFETIMES,
  SESSION_LIFETIMES,
  REFRESH_TOKENS,
  CLIENT_GRANTS,
  CLIENT_CONSENT,
  CLIENT_AUDIENCE,
  CLIENT_PKCE,
  CLIENT_SCOPES,
  SCOPE_CLAIMS,
  CLIENT_REDIRECT_URIS,
  CLIENT_AUTHENTICATION,
  CLIENT_APPROVAL,
  OTHER_PROTOCOLS,
  CLIENT_BRAND,
  CLIENT_ANSWERS,
  USER_PROFILE,
  REQUIRED_ACTIONS,
  REGISTRATION,
  THEMES,
  MAIL_SERVER,
  SSL_REQUIRED,
  RATE_POLICIES,
  HTTPS,
  HOSTNAME,
  DISCOVERY_DOCUMENT,
  KEY_SET,
  UNKNOWN_PATH,
  RATE_LIMIT_HEADERS,
  AUTH_UNKNOWN_CLIENT,
  AUTH_REDIRECT_URI,
  AUTH_RESPONSE_TYPE,
  AUTH_SCOPE,
  AUTH_PKCE,
  AUTH_PROMPT_NONE,
  SIGN_IN_PAGE,
  TOKEN_CLIENT,
  TOKEN_REQUEST,
  TOKEN_GRANTS,
  CLIENT_CREDENTIALS,
  PENDING_CLIENT,
  INTROSPECT_UNKNOWN,
  REVOKE_UNKNOWN,
  USERINFO_REFUSED,
  MAGIC_LINK_BODY,
  MAGIC_LINK_REDIRECT_URI,
  MAIL_SENT,
  VERIFY_EMAIL_UNKNOWN,
  SIGN_UP_GATE,
  SESSION_ENDPOINTS,
  MAGIC_LINK_ANSWER,
  MAIL,
  LINK_TOKEN,
  LINK_ONCE,
  LINK_PREVIEW,
  CONSENT,
  CONSENT_DENIED,
  REDIRECT,
  TOKEN_RESPONSE,
  ACCESS_TOKEN,
  ID_TOKEN,
  USERINFO,
  INTROSPECTION,
  CODE_BINDING,
  PKCE,
  REVOCATION,
  CODE_ONCE,
];
