/** Whether an opened link offers cross-device sign-in. */

import type { KeycloakSession } from 'keycloak';
import { findAccount } from '../../accounts/account.ts';
import { hasAdminRole } from '../../accounts/admin-roles.ts';
import type { LinkRow } from '../../links/magic-link/link.ts';
import type { Settings } from '../../realm/flow/parse.ts';
import { limitStatusesWithin } from '../../realm/limits/rows.ts';
import { isRequestingBrowser } from '../tabs/link-session.ts';
import { isWaitingBrowser } from '../tabs/waiting-browser.ts';
import { comparisonCodeLimits } from './limits.ts';
import { phaseOf } from './phase.ts';

/** Whether a link that can be used in the current browser offers it at `now` (Unix seconds). */
export function canOfferCrossDevice(
  session: KeycloakSession,
  row: LinkRow,
  settings: Settings,
  now: number,
): boolean {
  if (!settings.crossDevice || phaseOf(row.crossDevice, now) !== 'open') return false;
  if (isFromRequestingBrowser(session, row) || isLinkOfAdmin(session, row)) return false;
  return limitStatusesWithin(session, comparisonCodeLimits(session, row)).every(({ granted }) => granted);
}

/** Whether this request comes from the requesting browser, according to either kind of cookie. */
export function isFromRequestingBrowser(session: KeycloakSession, row: LinkRow): boolean {
  return isWaitingBrowser(session, row) || isRequestingBrowser(session, row.request);
}

/** Whether a link's account has an admin role; true if the address is ambiguous. */
export function isLinkOfAdmin(session: KeycloakSession, { email }: LinkRow): boolean {
  const { account, isAmbiguous } = findAccount(session, email);
  return isAmbiguous || (account !== null && hasAdminRole(session, account));
}
