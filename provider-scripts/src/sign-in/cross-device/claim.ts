/** Uses a link that was approved for cross-device sign-in, in the requesting browser. */

import type { KeycloakSession } from 'keycloak';
import type { LinkRow } from '../../links/magic-link/link.ts';
import { isFromElsewhere } from '../../links/magic-link/network.ts';
import { type Redeemed, type RedeemRules, redeemLink } from '../../links/magic-link/redeem.ts';
import { count } from '../../observability/metrics/count.ts';
import { inOwnTransaction } from '../../platform/database/sql.ts';
import type { Settings } from '../../realm/flow/parse.ts';
import { isWaitingBrowser } from '../tabs/waiting-browser.ts';
import { isLinkOfAdmin } from './offer.ts';
import { phaseOf } from './phase.ts';
import { endTabCrossDevice, markClaimed, storeClaimSession } from './rows.ts';

/** Whether the current browser may sign in with an approved link at `now` (Unix seconds). */
export function mayClaimCrossDevice(
  session: KeycloakSession,
  row: LinkRow,
  settings: Settings,
  now: number,
): boolean {
  if (!settings.crossDevice || phaseOf(row.crossDevice, now) !== 'approved') return false;
  if (!isWaitingBrowser(session, row) || isFromElsewhere(session, row, settings)) return false;
  return !isLinkOfAdmin(session, row);
}

/** Uses the link once, and only while it is approved. */
export function claimCrossDevice(
  session: KeycloakSession,
  row: LinkRow,
  settings: Settings,
  now: number,
  rules: RedeemRules = {},
): Redeemed {
  const redeemed = redeemLink(session, row, 'cross-device', settings, now, {
    ...rules,
    mayUse: (own) => markClaimed(own, row, now),
  });
  if (!('rejection' in redeemed)) count(session, 'crossDevice', 'claimed');
  return redeemed;
}

/** Records the resulting session so that it can be revoked; false if the cross-device sign-in was revoked meanwhile. */
export function recordClaimSession(session: KeycloakSession, row: LinkRow, sessionId: string): boolean {
  return inOwnTransaction(session, (own) => storeClaimSession(own, row, sessionId));
}

/** Ends a tab's cross-device sign-in after the user canceled it or changed the address. */
export function cancelCrossDevice(session: KeycloakSession, row: LinkRow): void {
  if (row.crossDevice === null) return;
  inOwnTransaction(session, (own) => endTabCrossDevice(own, row));
}
