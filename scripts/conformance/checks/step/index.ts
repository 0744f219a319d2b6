/** A stock realm whose flows have the step. */
import type { Check } from '../../probe/check.ts';
import { STEP_LINK } from './step-link.ts';
import { STEP_PAGE } from './step-page.ts';
import { STEP_PASSKEYS } from './step-passkeys.ts';
import { STEP_PATHS } from './step-paths.ts';
import { STEP_PLACE } from './step-place.ts';
import { STEP_REQUESTS } from './step-requests.ts';
import { STEP_SETTINGS } from './step-settings.ts';
import { STEP_THEMES } from './step-themes.ts';
import { UNVERIFIED_ACCOUNTS } from './unverified-accounts.ts';

export const STEP_CHECKS: readonly Check[] = [
  STEP_PLACE,
  STEP_SETTINGS,
  STEP_REQUESTS,
  STEP_THEMES,
  UNVERIFIED_ACCOUNTS,
  STEP_PASSKEYS,
  STEP_PATHS,
  STEP_PAGE,
  STEP_LINK,
];
