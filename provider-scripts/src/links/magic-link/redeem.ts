/** Uses a link once: marks it used and creates or updates its account in one transaction. */
import type { KeycloakSession, UserModel } from 'keycloak';
import {
  createAccount,
  type FoundAccount,
  findAccount,
  hasUserStores,
  logAmbiguous,
} from '../../accounts/account.ts';
import { normaliseOnServer } from '../../accounts/address/idn.ts';
import { hasAdminRole } from '../../accounts/admin-roles.ts';
import {
  claimUnverifiedAccount,
  proofOf,
  recordTakeover,
  verifyAccount,
} from '../../accounts/claim-account.ts';
import { hasCredentials } from '../../accounts/credentials.ts';
import { isNoticeDue } from '../../accounts/device/new-device.ts';
import {
  type NewDevice,
  newDevice,
  rememberAccount,
  sendDeviceCookie,
} from '../../accounts/device/remember.ts';
import type { RememberedAccount } from '../../accounts/device/rows.ts';
import { notBefore } from '../../accounts/not-before.ts';
import { isSecondRevokedBy } from '../../accounts/revoked-by.ts';
import { countStage } from '../../email/feedback/mailbox-counts.ts';
import { traceUsed } from '../../email/feedback/trace.ts';
import { emitWithin } from '../../observability/events/emit.ts';
import { count, observe } from '../../observability/metrics/count.ts';
import { tally } from '../../observability/metrics/tally.ts';
import { delayName } from '../../observability/statistics/names.ts';
import {
  inReadTransaction,
  inRetriedTransaction,
  markDurable,
  releaseConnection,
} from '../../platform/database/sql.ts';
import { currentTime } from '../../platform/engine/clock.ts';
import type { LinkRejection } from '../../platform/errors/catalogue/link-rejections.ts';
import { requireRealm } from '../../platform/keycloak/realm.ts';
import { sessionValue } from '../../platform/session/values.ts';
import type { Settings } from '../../realm/flow/parse.ts';
import { LINK_LIFETIME_SECONDS } from '../../realm/settings/choices.ts';
import { hasNewDeviceNoticesOn } from '../../realm/settings/new-device-policy.ts';
import { allowSignUp, rejectWithin } from '../../realm/sign-up-rules/rules.ts';
import { acceptForExisting, acceptWithin } from '../invitation/accept.ts';
import { admit } from '../referral/gate.ts';
import { recordReferral } from '../referral/uses.ts';
import { clientOfLink } from './client.ts';
import { placeOfUse } from './interrupted.ts';
import type { LinkRow, ReturnGrant } from './link.ts';
import { registrationMethod, wayOfLink } from './registration.ts';
import { isLinkOff, rowRejection } from './rejection.ts';
import { isGrantValid } from './return-grant.ts';
import { findLink, type LockedLink, lockLink, useLink } from './rows.ts';

/**
 * The account to sign in, whether the proof claimed it as an unverified account, and its row on the device that remembers it, if one does; or
 * why the link was rejected.
 */
export type Redeemed =
  | ({ userId: string; isNew: boolean; wasClaimed: boolean } & OnDevice)
  | { rejection: LinkRejection | 'referral' };

/** The account's row on the device that remembers it, if one does, and whether the account is to be told of that device. */
export interface OnDevice {
  device?: string;
  isNoticeDue?: boolean;
}

/** How the user proved control of the address: by the link, its one-time code, or a cross-device sign-in. */
export type ProofMethod = 'link' | 'code' | 'cross-device';

/** Called in the transaction that uses a link, after the link was locked; may record the use. Returns whether the link may still be used. */
type MayUse = (own: KeycloakSession) => boolean;

/** What happens to an unproven account with credentials or identity provider links: see `UNVERIFIED`; `verify` only marks it verified. */
type UnverifiedRule = 'reject' | 'claim' | 'verify';

/** Further rules for using a link. */
export interface RedeemRules {
  mayUse?: MayUse;
  /** Left out in a Linkgate realm, where every unproven account is claimed. */
  unverified?: UnverifiedRule;
  /**
   * Whether the caller completes the sign-in at once and then calls `endUse`: an existing account's link is then used in the transaction in
   * which Keycloak reads what it needs for that. Not if any other step follows, or Keycloak reads from a user store: the transaction would hold
   * a connection and the link's lock while that takes its time.
   */
  completesSignIn?: true;
  /** The root session of the tab in which a step uses it, if one does: the link is open again if the node ends before that is stored. */
  usedIn?: string;
}

/** Records the use that the transaction under way commits. */
const PENDING_RECORD = sessionValue<() => void>('record-of-use');

/**
 * Uses a link at `now` (Unix seconds). One transaction covers the link, the links that it supersedes, the account, the remembered device and
 * the events. Two links that create the same account at the same time may collide; the loser is retried and finds the account.
 */
export function redeemLink(
  session: KeycloakSession,
  row: LinkRow,
  method: ProofMethod,
  settings: Settings,
  now: number,
  rules: RedeemRules = {},
): Redeemed {
  if (!settings.hasStep || row.request.ofStep?.withheld === true || clientOfLink(session, row) === null)
    return { rejection: 'invalid' };
  if (method !== 'code' && isLinkOff(row, settings)) return { rejection: 'invalid' };
  // A link returned to a backend may be opened anywhere: it doesn't show that this device is the user's.
  const remembers = settings.rememberDevice && row.request.returnGrant === undefined;
  const device = remembers ? newDevice(session, now) : null;
  const redeem = (own: KeycloakSession) => redeemNow(own, row, method, settings, device, now, rules);
  const ofKnownAccount =
    row.userId !== null && rules.mayUse === undefined
      ? inReadTransaction(session, (own) => (changesNoAccount(own, row) ? redeem(own) : null))
      : null;
  const result = ofKnownAccount ?? inRetriedTransaction(session, redeem);
  const record = () => {
    recordUse(session, row, result, device, now);
  };
  const staysInTransaction =
    ofKnownAccount !== null &&
    rules.completesSignIn === true &&
    settings.isWholeFlow &&
    !hasUserStores(requireRealm(session));
  if (staysInTransaction) {
    markDurable(session);
    PENDING_RECORD.record(session, record);
  } else {
    if (ofKnownAccount !== null) releaseConnection(session);
    record();
  }
  return result.redeemed;
}

/** Ends the transaction of a link that was used to complete a sign-in (`completesSignIn`), if one was. */
export function endUse(session: KeycloakSession): void {
  if (releaseConnection(session)) PENDING_RECORD.of(session)?.();
}

/** Counts a committed use of a link, and sends the device's cookie. */
function recordUse(
  session: KeycloakSession,
  row: LinkRow,
  { redeemed, link }: RedeemResult,
  device: NewDevice | null,
  now: number,
): void {
  if (link !== null) subtractExpirations(session, link, now);
  if ('rejection' in redeemed) return;
  tally(session, 'links_used');
  if (redeemed.isNew) tally(session, 'sign_ups');
  if (row.request.invitation !== undefined) count(session, 'invitation', 'accepted');
  if (row.request.returnGrant === undefined) {
    observe('signInTime', now - row.issuedAt);
    tally(session, delayName(now - row.issuedAt));
    if (row.request.invitation === undefined)
      countStage(session, 'used', { to: row.email, sentAt: row.issuedAt }, now);
  }
  if (redeemed.wasClaimed) recordTakeover(session, redeemed.userId);
  if (device !== null) sendDeviceCookie(session, device);
}

/** Whether using the link changes no account, so that nothing can collide. */
function changesNoAccount(own: KeycloakSession, row: LinkRow): boolean {
  const { found, isUnproven } = lookUpOwner(own, row);
  return found.account !== null && !isUnproven;
}

/** A transaction's result: the outcome, and the link if it was marked used. */
interface RedeemResult {
  redeemed: Redeemed;
  link: LockedLink | null;
}

function rejected(rejection: LinkRejection | 'referral', link: LockedLink | null = null): RedeemResult {
  return { redeemed: { rejection }, link };
}

/** Subtracts the used and superseded links from the statistics of expired links: a new link is counted there in advance. */
function subtractExpirations(
  session: KeycloakSession,
  { row, otherExpiries }: LockedLink,
  now: number,
): void {
  for (const expiry of [row.expiresAt, ...otherExpiries])
    if (expiry > now) tally(session, 'links_expired', -1, expiry);
}

function redeemNow(
  own: KeycloakSession,
  row: LinkRow,
  method: ProofMethod,
  settings: Settings,
  device: NewDevice | null,
  now: number,
  { mayUse = () => true, unverified, usedIn }: RedeemRules,
): RedeemResult {
  const realm = requireRealm(own);
  const { found, isUnproven } = lookUpOwner(own, row);
  const existing = found.account;
  const { returnGrant } = row.request;
  const validFrom = notBefore(own, realm.getClientById(row.clientUuid), existing);
  const isReturnAllowed = returnGrant === undefined || isGrantValid(own, returnGrant, existing);
  const link = lockLink(own, row, now);
  if (link === null || !mayUse(own)) return rejected(currentRejection(own, row.jti));
  if (found.isAmbiguous) {
    // The link stays valid, in case an administrator resolves the ambiguity.
    logAmbiguous(own, row.email);
    return rejected('invalid');
  }
  if (isSecondRevokedBy(validFrom, row.issuedAt)) return rejected('expired');
  const owner = row.userId ?? existing?.getId();
  if (!isReturnAllowed || isTooLongFor(own, row, existing)) return rejected('invalid');
  const { invitation, byBackend } = row.request;
  // The address has got an account meanwhile, not by this link: its user is sent an ordinary one.
  if (existing !== null && invitation !== undefined && byBackend === true && row.userId === null)
    return rejected('invalid');
  // The link's account has changed its address, no longer exists, or is disabled.
  if (owner !== undefined && (existing?.getId() !== owner || !existing.isEnabled())) {
    useLink(own, link, owner, now);
    return rejected(existing?.getId() === owner ? 'invalid' : 'changed', link);
  }
  if (existing !== null && rejectsSignIn(own, row, settings)) return rejected('invalid');
  const user = existing ?? register(own, row, found, settings, now);
  // The link stays valid, as the rules may change.
  if (user === 'rejected') return rejected('invalid');
  // The link stays valid, in case the user gets a valid referral code. That of an ended invitation leads nowhere any more.
  if (user === null) return rejected('referral');
  const rule = isUnproven ? ruleFor(own, existing, unverified) : null;
  // The link stays valid: an administrator may verify the account.
  if (rule === 'reject') return rejected('invalid');
  const settle = rule === 'verify' ? verifyAccount : claimUnverifiedAccount;
  const wasClaimed = rule === null ? false : settle(own, user, row.email);
  useLink(own, link, user.getId(), now, usedIn === undefined ? [] : placeOfUse(own, usedIn));
  if (wasClaimed === null) return rejected('changed', link);
  traceUsed(own, row.jti, user.getId());
  if (existing !== null && invitation !== undefined) acceptForExisting(own, invitation, now);
  const facts = {
    isOn: device !== null && hasNewDeviceNoticesOn(realm),
    hasAccount: existing !== null,
    wasProven: !isUnproven,
  };
  const remembered =
    device === null ? {} : onDevice(rememberAccount(own, device, user.getId(), isNoticeDue(facts), now));
  emitWithin(own, 'link_used', { userId: user.getId(), details: useDetails(method, returnGrant) });
  const isNew = existing === null;
  return { redeemed: { userId: user.getId(), isNew, wasClaimed, ...remembered }, link };
}

/**
 * Looks up the link's account, and whether it is unproven. All accounts are read before anything is locked: if a user store no longer has an
 * account, Keycloak deletes it and our rows for it in a separate transaction, which would wait for our locks. After locking, only an unproven
 * account is refreshed (`claimUnverifiedAccount`); other changes made while waiting for the locks count as made after the link was opened.
 */
function lookUpOwner(own: KeycloakSession, row: LinkRow): { found: FoundAccount; isUnproven: boolean } {
  const found = row.email === '' ? withoutAddress(own, row) : findAccount(own, row.email);
  if (found.account === null || row.request.returnGrant !== undefined) return { found, isUnproven: false };
  const proof = proofOf(own, found.account);
  return proof === 'gone' ? lookUpOwner(own, row) : { found, isUnproven: proof === 'unproven' };
}

/** The account of a link that has none; one that has got an address since isn't that account any more. */
function withoutAddress(own: KeycloakSession, { userId }: LinkRow): FoundAccount {
  const user = userId === null ? null : own.users().getUserById(requireRealm(own), userId);
  const isSame = user !== null && normaliseOnServer(user.getEmail() ?? '') === null;
  return { account: isSame ? user : null, isAmbiguous: false, nameTaken: false };
}

/** Whether a link of more than a day is for an account that has become an administrator's since it was requested. */
function isTooLongFor(own: KeycloakSession, row: LinkRow, account: UserModel | null): boolean {
  return (
    row.expiresAt - row.issuedAt > LINK_LIFETIME_SECONDS.max && account !== null && hasAdminRole(own, account)
  );
}

/** A step's rule is only for an account that has something to lose; otherwise its address is just marked verified. */
function ruleFor(
  own: KeycloakSession,
  account: UserModel | null,
  unverified: UnverifiedRule | undefined,
): UnverifiedRule {
  if (unverified === undefined) return 'claim';
  return account !== null && hasCredentials(own, account.getId()) ? unverified : 'verify';
}

/** The device's part of a proof. */
export function onDevice({ id, isNoticeDue }: RememberedAccount): OnDevice {
  return { device: id, ...(isNoticeDue ? { isNoticeDue } : {}) };
}

function useDetails(method: ProofMethod, returnGrant: ReturnGrant | undefined): Record<string, string> {
  return returnGrant === undefined ? { method } : { method, impersonator: returnGrant.userId };
}

/** Whether the rules for sign-up, which may include existing accounts, reject the sign-in to one. */
function rejectsSignIn(own: KeycloakSession, { email, request }: LinkRow, settings: Settings): boolean {
  return email !== '' && wayOfLink(request, settings, true) !== null && rejectWithin(own, email, 'sign-in');
}

/**
 * Creates the account of a link's address; null if sign-up is closed and the link has no valid referral code, or its invitation is no longer valid;
 * `rejected` if the rules for sign-up reject the address.
 */
function register(
  own: KeycloakSession,
  { email, clientUuid, request }: LinkRow,
  found: FoundAccount,
  settings: Settings,
  now: number,
): UserModel | 'rejected' | null {
  const { invitation } = request;
  if (request.ofStep !== undefined && request.byBackend === true && request.create === undefined)
    if (invitation === undefined) return null;
  const allowed = allowSignUp(own, email, registrationMethod(request, settings));
  if (allowed === null) return 'rejected';
  if (invitation !== undefined) return acceptWithin(own, invitation, allowed, found, now);
  const admission = admit(own, settings, { key: request.referral, clientUuid }, now);
  if (admission === null) return null;
  const { referralId } = admission;
  const user = createAccount(own, allowed, found, request.returnGrant === undefined);
  for (const action of request.create?.requiredActions ?? []) user.addRequiredAction(action);
  if (referralId !== null) recordReferral(own, referralId, { userId: user.getId(), usedAt: now });
  return user;
}

function currentRejection(session: KeycloakSession, jti: string): LinkRejection {
  const row = findLink(session, jti);
  if (row === null) return 'invalid';
  // One that could be used has expired since.
  return rowRejection(row, currentTime()) ?? 'expired';
}
