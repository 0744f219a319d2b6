/** All scenarios of the comparison. */
import type { Scenario } from '../scenario.ts';
import { ADMINISTRATION, EVENTS } from './administration.ts';
import { AUTHORIZATION, PUSHED, THEME } from './authorization.ts';
import { DISCOVERY, MISSING_PATHS } from './discovery.ts';
import { RESET, SAML_SIGN_IN } from './mail-and-saml.ts';
import { SIGN_IN_SCENARIOS } from './sign-in.ts';
import { BACKCHANNEL, DEVICE, TOKENS } from './tokens.ts';
import { WIRE } from './wire.ts';

export const SCENARIOS: readonly Scenario[] = [
  DISCOVERY,
  MISSING_PATHS,
  AUTHORIZATION,
  PUSHED,
  THEME,
  ...SIGN_IN_SCENARIOS,
  RESET,
  SAML_SIGN_IN,
  TOKENS,
  DEVICE,
  BACKCHANNEL,
  ...ADMINISTRATION,
  WIRE,
  // Last: it compares the events of all other scenarios.
  EVENTS,
];
