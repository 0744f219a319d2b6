/** A realm’s own configuration and documents. */
import type { Check } from '../../probe/check.ts';
import { ACCOUNT_PAGE } from './account-page.ts';
import { API_SCOPES } from './api-scopes.ts';
import { DISCOVERY_DOCUMENT } from './discovery-document.ts';
import { EMAIL_ROUTES } from './email-routes.ts';
import { HOSTNAME } from './hostname.ts';
import { HTTPS } from './https.ts';
import { IDENTITY_PROVIDERS } from './identity-providers.ts';
import { KEY_SET } from './key-set.ts';
import { LIMITS_CHECK } from './limits.ts';
import { LINKGATE_ENABLED } from './linkgate-enabled.ts';
import { MAIL_CONNECTION } from './mail-connection.ts';
import { MAIL_SERVER } from './mail-server.ts';
import { NEW_DEVICE_NOTICES } from './new-device-notices.ts';
import { OTHER_PROTOCOLS } from './other-protocols.ts';
import { PASSKEYS } from './passkeys.ts';
import { PLUGIN_LOADED } from './plugin-loaded.ts';
import { PLUGIN_TABLES } from './plugin-tables.ts';
import { RATE_LIMIT_HEADERS } from './rate-limit-headers.ts';
import { REGISTRATION } from './registration.ts';
import { REQUIRED_ACTIONS } from './required-actions.ts';
import { SCOPE_CLAIMS } from './scope-claims.ts';
import { SESSION_LIFETIMES } from './session-lifetimes.ts';
import { SETTINGS } from './settings.ts';
import { SIGN_UP_RULES_CHECK } from './sign-up-rules.ts';
import { SIGNATURE_ALGORITHMS } from './signature-algorithms.ts';
import { SIGNING_KEYS } from './signing-keys.ts';
import { SSL_REQUIRED } from './ssl-required.ts';
import { STEPS } from './steps.ts';
import { THEMES } from './themes.ts';
import { TOKEN_LIFETIMES } from './token-lifetimes.ts';
import { UNKNOWN_PATH } from './unknown-path.ts';
import { USER_PROFILE } from './user-profile.ts';

export const REALM_CHECKS: readonly Check[] = [
  PLUGIN_LOADED,
  LINKGATE_ENABLED,
  PLUGIN_TABLES,
  SETTINGS,
  SIGNING_KEYS,
  SIGNATURE_ALGORITHMS,
  TOKEN_LIFETIMES,
  SESSION_LIFETIMES,
  SCOPE_CLAIMS,
  API_SCOPES,
  OTHER_PROTOCOLS,
  PASSKEYS,
  STEPS,
  IDENTITY_PROVIDERS,
  NEW_DEVICE_NOTICES,
  SIGN_UP_RULES_CHECK,
  ACCOUNT_PAGE,
  USER_PROFILE,
  REQUIRED_ACTIONS,
  REGISTRATION,
  THEMES,
  MAIL_SERVER,
  MAIL_CONNECTION,
  EMAIL_ROUTES,
  SSL_REQUIRED,
  LIMITS_CHECK,
  HTTPS,
  HOSTNAME,
  DISCOVERY_DOCUMENT,
  KEY_SET,
  UNKNOWN_PATH,
  RATE_LIMIT_HEADERS,
];
