/** All requests of the comparison. */
import type { Story } from '../story.ts';
import { ADMINISTRATION, EVENTS } from './administration.ts';
import { AUTHORIZATION, PUSHED, THEME } from './authorization.ts';
import { DISCOVERY, NOT_THERE } from './discovery.ts';
import { RESET, SAML_SIGN_IN } from './mail-and-saml.ts';
import { SIGN_IN_STORIES } from './sign-in.ts';
import { BACKCHANNEL, DEVICE, TOKENS } from './tokens.ts';
import { WIRE } from './wire.ts';

export const STORIES: readonly Story[] = [
  DISCOVERY,
  NOT_THERE,
  AUTHORIZATION,
  PUSHED,
  THEME,
  ...SIGN_IN_STORIES,
  RESET,
  SAML_SIGN_IN,
  TOKENS,
  DEVICE,
  BACKCHANNEL,
  ...ADMINISTRATION,
  WIRE,
  // The last, as it compares what the others did.
  EVENTS,
];
