/** The clients' configuration. */
import type { Check } from '../../probe/check.ts';
import { CLIENT_AUDIENCE } from './client-audience.ts';
import { CLIENT_AUTHENTICATION } from './client-authentication.ts';
import { CLIENT_BRANDING } from './client-branding.ts';
import { CLIENT_CONSENT } from './client-consent.ts';
import { CLIENT_DPOP } from './client-dpop.ts';
import { CLIENT_FULL_SCOPE } from './client-full-scope.ts';
import { CLIENT_GRANTS } from './client-grants.ts';
import { CLIENT_MAPPERS } from './client-mappers.ts';
import { CLIENT_NAMES } from './client-names.ts';
import { CLIENT_PKCE } from './client-pkce.ts';
import { CLIENT_REDIRECT_URIS } from './client-redirect-uris.ts';
import { CLIENT_RESPONSES } from './client-responses.ts';
import { CLIENT_SCOPES } from './client-scopes.ts';
import { PENDING_CLIENT } from './pending-client.ts';
import { REFRESH_TOKENS } from './refresh-tokens.ts';
import { SECOND_FACTOR } from './second-factor.ts';

export const CLIENT_CHECKS: readonly Check[] = [
  REFRESH_TOKENS,
  CLIENT_GRANTS,
  CLIENT_CONSENT,
  CLIENT_AUDIENCE,
  CLIENT_FULL_SCOPE,
  CLIENT_MAPPERS,
  CLIENT_NAMES,
  CLIENT_PKCE,
  CLIENT_SCOPES,
  CLIENT_REDIRECT_URIS,
  CLIENT_AUTHENTICATION,
  CLIENT_DPOP,
  SECOND_FACTOR,
  CLIENT_BRANDING,
  CLIENT_RESPONSES,
  PENDING_CLIENT,
];
