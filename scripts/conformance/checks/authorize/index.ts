/** The authorization endpoint. */
import type { Check } from '../../probe/check.ts';
import { AUTH_PKCE } from './auth-pkce.ts';
import { AUTH_PROMPT_NONE } from './auth-prompt-none.ts';
import { AUTH_REDIRECT_URI } from './auth-redirect-uri.ts';
import { AUTH_RESPONSE_TYPE } from './auth-response-type.ts';
import { AUTH_SCOPE } from './auth-scope.ts';
import { AUTH_UNKNOWN_CLIENT } from './auth-unknown-client.ts';
import { REDIRECT } from './redirect.ts';

export const AUTHORIZE_CHECKS: readonly Check[] = [
  AUTH_UNKNOWN_CLIENT,
  AUTH_REDIRECT_URI,
  AUTH_RESPONSE_TYPE,
  AUTH_SCOPE,
  AUTH_PKCE,
  AUTH_PROMPT_NONE,
  REDIRECT,
];
