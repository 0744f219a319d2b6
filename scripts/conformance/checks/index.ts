/** All checks, in the order in which they run: those that others depend on come first. */
import type { Check } from '../probe/check.ts';
import { AUTHORIZE_CHECKS } from './authorize/index.ts';
import { CLIENT_CHECKS } from './client/index.ts';
import { LINK_CHECKS } from './link/index.ts';
import { REALM_CHECKS } from './realm/index.ts';
import { SESSION_CHECKS } from './session/index.ts';
import { SIGN_IN_CHECKS } from './sign-in/index.ts';
import { STEP_CHECKS } from './step/index.ts';
import { TOKEN_CHECKS } from './token/index.ts';

export const CHECKS: readonly Check[] = [
  ...REALM_CHECKS,
  ...CLIENT_CHECKS,
  ...AUTHORIZE_CHECKS,
  ...SIGN_IN_CHECKS,
  ...LINK_CHECKS,
  ...SESSION_CHECKS,
  ...TOKEN_CHECKS,
  ...STEP_CHECKS,
];
