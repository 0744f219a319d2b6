/** The pages and the flow of a sign-in. */
import type { Check } from '../../probe/check.ts';
import { CONSENT } from './consent.ts';
import { CONSENT_DENIED } from './consent-denied.ts';
import { LINK_SETTINGS } from './link-settings.ts';
import { SIGN_IN_FLOW } from './sign-in-flow.ts';
import { SIGN_IN_PAGE } from './sign-in-page.ts';
import { SIGN_UP_GATE } from './sign-up-gate.ts';

export const SIGN_IN_CHECKS: readonly Check[] = [
  SIGN_IN_FLOW,
  LINK_SETTINGS,
  SIGN_IN_PAGE,
  SIGN_UP_GATE,
  CONSENT,
  CONSENT_DENIED,
];
