/** Where an account is signed in: its sessions, and browsers in which its proof waits for an application's own request. */
import type { AuthenticationSessionModel, ClientModel, KeycloakSession, UserModel } from 'keycloak';
import { DEVICE_NOTE } from '../../accounts/refresh-tokens.ts';
import { type ListedSession, listSessions } from '../../accounts/sessions.ts';
import { endSession } from '../../accounts/sign-out.ts';
import { currentTime } from '../../platform/engine/clock.ts';
import { MILLIS_PER_SECOND } from '../../platform/engine/time.ts';
import { requireRealm } from '../../platform/keycloak/realm.ts';
import { hasTabEndedFor } from './basis.ts';
import { tabsWithProof } from './move-tabs.ts';
import { note } from './notes.ts';
import { pendingRoots } from './pending-places.ts';
import { pendingUntil } from './pending-proof.ts';

/** A sign-in of an account. */
export interface AccountSignIn extends ListedSession {
  /** The application that signs the user in once it is opened in that browser; null for a session. */
  waitsFor: ClientModel | null;
}

/** Lists an account's sign-ins, at most `max` sessions; those that wait first. */
export function listSignIns(session: KeycloakSession, user: UserModel, max: number): AccountSignIn[] {
  const sessions = listSessions(session, user, max).map((one) => ({ ...one, waitsFor: null }));
  const waiting = pendingSignIns(session, user).filter(({ id }) => !sessions.some((one) => one.id === id));
  return [...waiting, ...sessions];
}

/** Ends one that waits, by its identifier; false if there is none. */
export function endWaiting(session: KeycloakSession, user: UserModel, id: string): boolean {
  if (!pendingSignIns(session, user).some((one) => one.id === id)) return false;
  endSession(session, id);
  return true;
}

function pendingSignIns(session: KeycloakSession, user: UserModel): AccountSignIn[] {
  const realm = requireRealm(session);
  const found: AccountSignIn[] = [];
  for (const id of pendingRoots(session, user.getId())) {
    const root = session.authenticationSessions().getRootAuthenticationSession(realm, id);
    const tabs = root === null ? [] : tabsWithProof(root, user.getId());
    const tab = tabs.find((one) => isPending(session, one, user));
    if (tab !== undefined) found.push(signInOf(tab, id));
  }
  return found;
}

function isPending(session: KeycloakSession, tab: AuthenticationSessionModel, user: UserModel): boolean {
  const until = pendingUntil(tab);
  return until !== null && until >= currentTime() && !hasTabEndedFor(session, tab, user);
}

function signInOf(tab: AuthenticationSessionModel, id: string): AccountSignIn {
  const provenAt = Math.floor(Number(note(tab, 'knownSince')) / MILLIS_PER_SECOND);
  return {
    id,
    startedAt: provenAt,
    lastAccessAt: provenAt,
    ipAddress: null,
    device: tab.getAuthNote(DEVICE_NOTE),
    clients: [],
    agent: { browser: null, system: null },
    waitsFor: tab.getClient(),
  };
}
