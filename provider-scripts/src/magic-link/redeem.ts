/** Uses a link: once, and together with the account that it signs in, in one transaction. */
import type { KeycloakSession, RealmModel } from 'keycloak';
import { createAccount, type FoundAccount, findAccount, logAmbiguous } from '../account/account.ts';
import { claimUnverifiedAccount, proofOf, recordTakeover } from '../account/claim-account.ts';
import { notBefore } from '../account/not-before.ts';
import { inRepeatedTransaction } from '../database/sql.ts';
import { giveDevice, type NewDevice, newDevice, rememberAccount } from '../device/remember.ts';
import type { LinkRejection } from '../errors/catalogue/link-rejections.ts';
import { emitWithin } from '../events/emit.ts';
import { requireRealm } from '../keycloak/realm.ts';
import { observe } from '../metrics/count.ts';
import { tally } from '../metrics/tally.ts';
import { type Admission, admit } from '../referral/gate.ts';
import { insertUse } from '../referral/uses.ts';
import type { Settings } from '../settings/parse.ts';
import { delayName } from '../statistics/names.ts';
import { clientOfLink } from './client.ts';
import { stillHolds } from './given-back.ts';
import type { GivenBack, LinkRow } from './link.ts';
import { findLink, type LockedLink, lockLink, useLink } from './rows.ts';

/** The account to sign in, and whether it was taken over by this; or why there is none. */
export type Redeemed = { userId: string; tookOver: boolean } | { rejection: LinkRejection | 'referral' };

/** How a user is proven: by a link, by the code sent with it, or by a cross-device sign-in. */
export type ProofMethod = 'link' | 'code' | 'cross-device';

/** Called in the transaction that uses a link, which is locked by then: whether it may still be used by that method. */
export type Holds = (own: KeycloakSession) => boolean;

/**
 * Uses a link at `now` (Unix seconds): the link and the others that it supersedes, the account, the device that remembers it and the events
 * are one transaction. Two users's first links for one new account may collide; the loser is retried and finds the account.
 */
export function redeemLink(
  session: KeycloakSession,
  row: LinkRow,
  method: ProofMethod,
  settings: Settings,
  now: number,
  holds: Holds = () => true,
): Redeemed {
  if (!settings.hasStep || clientOfLink(session, row) === null) return { rejection: 'invalid' };
  // Whoever a link was returned to isn't the user whom the device would remember.
  const remembers = settings.rememberDevice && row.request.givenBack === undefined;
  const device = remembers ? newDevice(session, now) : null;
  const { redeemed, link, isNew } = inRepeatedTransaction(session, (own) =>
    redeemNow(own, row, method, settings, device, now, holds),
  );
  if (link !== null) tallyEnds(session, link, now);
  if ('rejection' in redeemed) return redeemed;
  tally(session, 'links_used');
  if (isNew) tally(session, 'sign_ups');
  if (row.request.givenBack === undefined) {
    observe('signInTime', now - row.issuedAt);
    tally(session, delayName(now - row.issuedAt));
  }
  if (redeemed.tookOver) recordTakeover(session, requireRealm(session), redeemed.userId);
  if (device !== null) giveDevice(session, device);
  return redeemed;
}

/** What a transaction has done: to whom it leads, the link if it was used up, and whether its account is a new one. */
interface Done {
  redeemed: Redeemed;
  link: LockedLink | null;
  isNew: boolean;
}

function rejected(rejection: LinkRejection | 'referral', link: LockedLink | null = null): Done {
  return { redeemed: { rejection }, link, isNew: false };
}

/** Of the links that ended by this, none expires: what was counted for their ends is revoked. */
function tallyEnds(session: KeycloakSession, { row, othersEnd }: LockedLink, now: number): void {
  for (const end of [row.expiresAt, ...othersEnd]) if (end > now) tally(session, 'links_expired', -1, end);
}

function redeemNow(
  own: KeycloakSession,
  row: LinkRow,
  method: ProofMethod,
  settings: Settings,
  device: NewDevice | null,
  now: number,
  holds: Holds,
): Done {
  const realm = requireRealm(own);
  const { found, isUnproven } = lookUpOwner(own, realm, row);
  const existing = found.account;
  const { givenBack } = row.request;
  const validFrom = notBefore(own, realm.getClientById(row.clientUuid), existing);
  const mayGive = givenBack === undefined || stillHolds(own, givenBack, existing);
  const link = lockLink(own, realm.getId(), row, now);
  if (link === null || !holds(own)) return rejected(rejectionNow(own, realm.getId(), row.jti));
  if (found.isAmbiguous) {
    // The link stays valid, in case an administrator mends that.
    logAmbiguous(own, realm, row.email);
    return rejected('invalid');
  }
  if (row.issuedAt < validFrom) return rejected('expired');
  const owner = row.userId ?? existing?.getId();
  if (!mayGive) return rejected('invalid');
  // The account that the address belonged to has another address now, or no longer exists; or it may not sign in.
  if (owner !== undefined && (existing?.getId() !== owner || !existing.isEnabled())) {
    useLink(own, realm.getId(), link, owner);
    return rejected(existing?.getId() === owner ? 'invalid' : 'changed', link);
  }
  const admission =
    existing === null
      ? admit(own, settings, { key: row.request.referral, clientUuid: row.clientUuid }, now)
      : null;
  // The link stays valid, in case the user gets a code that works.
  if (existing === null && admission === null) return rejected('referral');
  const user = existing ?? createAccount(own, realm, row.email, found, givenBack === undefined);
  const tookOver = isUnproven ? claimUnverifiedAccount(own, realm, user, row.email) : false;
  useLink(own, realm.getId(), link, user.getId());
  if (tookOver === null) return rejected('changed', link);
  if (device !== null) rememberAccount(own, device, user.getId(), now);
  if (admission !== null && admission.referralId !== null)
    insertUse(own, realm.getId(), admission.referralId, { userId: user.getId(), usedAt: now });
  emitUse(own, user.getId(), admission, usedBy(method, givenBack));
  return { redeemed: { userId: user.getId(), tookOver }, link, isNew: admission !== null };
}

/**
 * Looks the link's account up, and whether its proof changes it. Everything about accounts is read before anything is locked: Keycloak deletes
 * an account that its store no longer has in a transaction of its own, and with it what is stored here for the account. Under the locks only
 * statements follow; what changed while they were waited for is as if the link had been opened before that.
 */
function lookUpOwner(
  own: KeycloakSession,
  realm: RealmModel,
  row: LinkRow,
): { found: FoundAccount; isUnproven: boolean } {
  const found = findAccount(own, realm, row.email);
  if (found.account === null || row.request.givenBack !== undefined) return { found, isUnproven: false };
  const proof = proofOf(own, realm, found.account);
  return proof === 'gone' ? lookUpOwner(own, realm, row) : { found, isUnproven: proof === 'unproven' };
}

function usedBy(method: ProofMethod, givenBack: GivenBack | undefined): Record<string, string> {
  return givenBack === undefined ? { method } : { method, impersonator: givenBack.by };
}

function emitUse(
  own: KeycloakSession,
  userId: string,
  admission: Admission | null,
  details: Record<string, string>,
): void {
  emitWithin(own, 'link_used', { userId, details });
  if (admission === null) return;
  const { referralId: referral } = admission;
  if (referral === null) emitWithin(own, 'user_registered', { userId });
  else emitWithin(own, 'referral_redeemed', { userId, details: { referral } });
}

function rejectionNow(session: KeycloakSession, realmId: string, jti: string): LinkRejection {
  const state = findLink(session, realmId, jti)?.state;
  if (state === 'used' || state === 'superseded' || state === 'revoked') return state;
  return state === 'issued' ? 'expired' : 'invalid';
}
