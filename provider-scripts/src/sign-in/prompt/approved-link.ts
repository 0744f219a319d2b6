/**
 * Continues in a tab whose link was approved for cross-device sign-in: the tab's own request uses the link (contract, section 3.8). What that
 * leads to differs by kind of realm.
 */

import type { AuthenticationFlowContext, UserModel, UserSessionModel } from 'keycloak';
import { hasAddress } from '../../accounts/address/account-address.ts';
import type { LinkRow } from '../../links/magic-link/link.ts';
import type { Redeemed, RedeemRules } from '../../links/magic-link/redeem.ts';
import { currentTime } from '../../platform/engine/clock.ts';
import type { LinkRejection } from '../../platform/errors/catalogue/link-rejections.ts';
import type { Settings } from '../../realm/flow/parse.ts';
import { claimCrossDevice, mayClaimCrossDevice, recordClaimSession } from '../cross-device/claim.ts';
import { liveSession } from '../tabs/link-session.ts';
import type { LastLink } from './last-link.ts';

/** An account whose link was used. */
type Claimed = Exclude<Redeemed, { rejection: unknown }>;

/** The sign-in that a used link leads to. */
interface ClaimedSignIn {
  /** The identifier that its session will have. */
  sessionId: string;
  complete(): void;
  /** Ends it instead: it was revoked meanwhile. */
  end(): void;
}

/** What the use of an approved link leads to. */
export interface ApprovedUse {
  settings: Settings;
  rules?: RedeemRules;
  /** Whether the tab may use the link, as far as its flow goes. */
  isFor(row: LinkRow): boolean;
  /** Responds instead where another user is signed in in this browser; returns false if the link is used at once. */
  replaces(row: LinkRow, live: UserSessionModel, other: UserModel): boolean;
  reject(row: LinkRow, rejection: LinkRejection | 'referral'): void;
  /** `live` is the session of this browser before the link was used, or null. */
  signIn(row: LinkRow, claimed: Claimed, live: UserSessionModel | null): ClaimedSignIn;
}

/** Uses the tab's link if it was approved. Returns false if it wasn't, or not for this browser. */
export function useApproved(
  context: AuthenticationFlowContext,
  { row }: LastLink,
  use: ApprovedUse,
): boolean {
  const session = context.getSession();
  const now = currentTime();
  if (row === null || !mayClaimCrossDevice(session, row, use.settings, now) || !use.isFor(row)) return false;
  const live = liveSession(session);
  const user = live === null ? null : live.getUser();
  if (live !== null && user !== null && !hasAddress(user, row.email) && use.replaces(row, live, user))
    return true;
  const claimed = claimCrossDevice(session, row, use.settings, now, use.rules);
  if ('rejection' in claimed) {
    use.reject(row, claimed.rejection);
    return true;
  }
  const signIn = use.signIn(row, claimed, live);
  if (recordClaimSession(session, row, signIn.sessionId)) signIn.complete();
  else signIn.end();
  return true;
}
