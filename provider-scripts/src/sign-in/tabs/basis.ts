/**
 * What a tab with a user rests on: the proof, the session that it continues, the account and the client. If any of it has been revoked since,
 * the tab has ended. Keycloak removes sessions, but can't find the tabs of a user: each is judged when it is used.
 */

import type { AuthenticationSessionModel, KeycloakSession, UserModel, UserSessionModel } from 'keycloak';
import { addressOf, hasAddress } from '../../accounts/address/account-address.ts';
import { mayBeClaimedSince, mayHaveEndedTabs, wasClaimedSince } from '../../accounts/claim-account.ts';
import { hasDevice } from '../../accounts/device/rows.ts';
import { notBefore } from '../../accounts/not-before.ts';
import { DEVICE_NOTE } from '../../accounts/refresh-tokens.ts';
import { isRevokedBy } from '../../accounts/revoked-by.ts';
import type { ReturnGrant } from '../../links/magic-link/link.ts';
import { mayStillReturnLink } from '../../links/magic-link/return-grant.ts';
import { currentMillis } from '../../platform/engine/clock.ts';
import { hasIdentityCookie } from '../../platform/keycloak/cookie.ts';
import { requireRealm } from '../../platform/keycloak/realm.ts';
import { requestOf } from '../../platform/session/request.ts';
import { sessionValue } from '../../platform/session/values.ts';
import { isLinkgateRealm } from '../../realm/settings/enabled.ts';
import { isCrossDeviceRevoked, isSessionOutdated, isSessionRevoked } from './ended-session.ts';
import { note, setNote } from './notes.ts';

const AuthenticationManager = Java.type('org.keycloak.services.managers.AuthenticationManager');

/** When this request started (Unix milliseconds). */
const STARTED = sessionValue<string>('started');

/** Records when a request started, before anything is read for it. */
export function recordRequestStart(session: KeycloakSession): void {
  STARTED.record(session, String(requestOf(session).startedAt));
}

/** The tab whose user this request has proven: its identifier. */
const PROVEN_TAB = sessionValue<string>('proven-tab');

/** Records that a tab's user has just been proven: one millisecond from now, so that it is later than the takeover that this proof caused. */
export function recordProofTime(session: KeycloakSession, tab: AuthenticationSessionModel): void {
  setNote(tab, 'knownSince', String(currentMillis() + 1));
  PROVEN_TAB.record(session, tab.getTabId());
}

/** Whether this request has proven a tab's user, and so has just asked for all that the proof needs. */
export function wasJustProven(session: KeycloakSession, tab: AuthenticationSessionModel): boolean {
  return PROVEN_TAB.of(session) === tab.getTabId();
}

/** Records this request's start as the time since which a tab's user is known: the request may have read the account's data since then. */
export function recordRequestTime(session: KeycloakSession, tab: AuthenticationSessionModel): void {
  setNote(tab, 'knownSince', String(STARTED.of(session)));
}

/**
 * Since when a tab's user is known (Unix milliseconds). Every request that leaves a tab records it (`recordBasis`): without a record, this
 * request created the tab.
 */
export function knownSince(session: KeycloakSession, tab: AuthenticationSessionModel): number {
  return Number(note(tab, 'knownSince') ?? STARTED.of(session) ?? currentMillis());
}

/**
 * Records what a tab rests on, at the end of the request that created it or found its user: since when the user is known, and the session that
 * the tab continues.
 */
export function recordBasis(session: KeycloakSession, tab: AuthenticationSessionModel): void {
  if (note(tab, 'knownSince') === null) recordRequestTime(session, tab);
  const user = tab.getAuthenticatedUser();
  if (user === null) return;
  followOwnAddress(session, tab, user);
  followUser(session, tab, user);
  if (note(tab, 'continuedSession') !== null) return;
  const live = continuedSession(session, tab, user);
  if (live !== null) setNote(tab, 'continuedSession', `${live.getId()} ${String(live.getStarted())}`);
}

/**
 * Outside Linkgate realms a user may change the address on a page of the sign-in itself: the tab that did so goes on. A change from elsewhere was
 * found before this request.
 */
function followOwnAddress(session: KeycloakSession, tab: AuthenticationSessionModel, user: UserModel): void {
  const provenFor = note(tab, 'provenFor');
  if (provenFor === null || isLinkgateRealm(requireRealm(session)) || hasAddress(user, provenFor)) return;
  setNote(tab, 'provenFor', addressOf(user));
}

/**
 * Outside Linkgate realms Keycloak continues a tab for the user who comes back from an identity provider with the status of what another one has
 * completed there: it is remembered as another's (`stepsOf`).
 */
function followUser(session: KeycloakSession, tab: AuthenticationSessionModel, user: UserModel): void {
  if (isLinkgateRealm(requireRealm(session))) return;
  const before = note(tab, 'user');
  if (before === user.getId()) return;
  setNote(tab, 'user', user.getId());
  if (before !== null)
    setNote(
      tab,
      'othersSteps',
      stepsWithStatus(tab)
        .map(({ id }) => id)
        .join(' '),
    );
}

/** What a tab's flow has run so far for its user: Keycloak's status of each execution. */
export function stepsOf(tab: AuthenticationSessionModel): { id: string; status: string }[] {
  const others = (note(tab, 'othersSteps') ?? '').split(' ');
  return stepsWithStatus(tab).filter(({ id }) => !others.includes(id));
}

function stepsWithStatus(tab: AuthenticationSessionModel): { id: string; status: string }[] {
  const statuses = tab.getExecutionStatus();
  const steps: { id: string; status: string }[] = [];
  for (const id of statuses.keySet().toArray()) steps.push({ id, status: String(statuses.get(id)) });
  return steps;
}

/** The browser's session that a tab of its user continues or joins; null if none. */
function continuedSession(
  session: KeycloakSession,
  tab: AuthenticationSessionModel,
  user: UserModel,
): UserSessionModel | null {
  // A tab whose user is to be proven anew rests on no session until that is done.
  const isReauthenticating =
    tab.getAction() === 'AUTHENTICATE' &&
    tab.getAuthNote(AuthenticationManager.FORCED_REAUTHENTICATION) === 'true';
  if (isReauthenticating || !hasIdentityCookie(session)) return null;
  const live =
    AuthenticationManager.authenticateIdentityCookie(session, requireRealm(session), true)?.session() ?? null;
  if (live?.getUser()?.getId() !== user.getId()) return null;
  // A proof of the tab's own needs no session, but joins the one that has the tab's id.
  const hasOwnProof = note(tab, 'proven') === user.getId();
  return hasOwnProof && live.getId() !== tab.getParentSession().getId() ? null : live;
}

/** A tab with a user. */
interface Tab {
  session: KeycloakSession;
  tab: AuthenticationSessionModel;
  user: UserModel;
  /** Since when the user is known (Unix milliseconds). */
  since: number;
  /** The address for which a link, code, passkey or provider proved the user in this tab; null if something else did, or the account has none. */
  provenFor: string | null;
  /** Whether one of these proved the user. */
  isProven: boolean;
}

/** Whether a tab may no longer continue for this user. */
export function hasTabEndedFor(
  session: KeycloakSession,
  tab: AuthenticationSessionModel,
  user: UserModel,
): boolean {
  const isProven = note(tab, 'proven') === user.getId();
  const provenFor = isProven ? note(tab, 'provenFor') : null;
  const judged = { session, tab, user, since: knownSince(session, tab), provenFor, isProven };
  return ENDINGS.some((hasEnded) => hasEnded(judged));
}

/** All that ends a tab, the cheapest first. */
const ENDINGS: readonly ((judged: Tab) => boolean)[] = [
  isDisabled,
  hasLostAddress,
  isBeforeNotBefore,
  hasLostSession,
  isCrossDeviceEnded,
  hasLostPermission,
  wasClaimed,
  hasLostDevice,
];

function isDisabled({ user }: Tab): boolean {
  return !user.isEnabled();
}

function hasLostAddress({ user, provenFor }: Tab): boolean {
  return provenFor !== null && !hasAddress(user, provenFor);
}

/** A change of what the client requires sets its "not before", too. */
function isBeforeNotBefore({ session, tab, user, since }: Tab): boolean {
  return isRevokedBy(notBefore(session, tab.getClient(), user), since);
}

/** Whether the session that the tab continues is gone, or another one has its id by now: Keycloak would create it anew. */
function hasLostSession({ session, tab, user }: Tab): boolean {
  const [id, started] = note(tab, 'continuedSession')?.split(' ') ?? [];
  if (id === undefined) return false;
  const realm = requireRealm(session);
  const live = session.sessions().getUserSession(realm, id);
  if (live === null || String(live.getStarted()) !== started) return true;
  if (live.getUser()?.getId() !== user.getId() || !AuthenticationManager.isSessionValid(realm, live))
    return true;
  return isSessionRevoked(session, live) || isSessionOutdated(session, live, user);
}

function isCrossDeviceEnded({ session, tab }: Tab): boolean {
  return isCrossDeviceRevoked(session, note(tab, 'approvedLinks'));
}

/** Whether the permission by which the tab's link was returned to a backend has ended. */
function hasLostPermission({ session, tab, user, isProven }: Tab): boolean {
  const grant = isProven ? note(tab, 'returnGrant') : null;
  return grant !== null && !mayStillReturnLink(session, JSON.parse(grant) as ReturnGrant, user);
}

/** Also whether a sign-out has ended all tabs except those of the session that it spared. */
function wasClaimed({ session, tab, user, since, isProven }: Tab): boolean {
  // A takeover since this request's own proof is found at the request's end (`hasTabEndedMeanwhile`), which waits for one under way.
  if (isProven && wasJustProven(session, tab)) return false;
  const isSpared = note(tab, 'continuedSession') !== null;
  const mayHaveEnded = !isSpared && mayHaveEndedTabs(session, user);
  if (!mayHaveEnded && !mayBeClaimedSince(session, user.getId(), since)) return false;
  return wasClaimedSince(session, user.getId(), since);
}

/** Whether the device on which the tab's user was proven no longer remembers the account: the user, or an administrator, signed it out. */
function hasLostDevice({ session, tab, user, isProven }: Tab): boolean {
  const device = isProven ? tab.getAuthNote(DEVICE_NOTE) : null;
  if (device === null || wasJustProven(session, tab)) return false;
  return !hasDevice(session, user.getId(), device);
}
