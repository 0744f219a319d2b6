/**
 * Moves the waiting tabs of a browser to the session it signs in with. That has a new id, so an attacker who knew or planted the earlier
 * id gains nothing (session fixation). Keycloak can't move a tab, so each is recreated with its request.
 */
import type {
  AuthenticationSessionModel,
  ClientModel,
  KeycloakSession,
  RootAuthenticationSessionModel,
} from 'keycloak';
import { requireRealm } from '../../platform/keycloak/realm.ts';
import { locationKey, moveNotes, note, setNote } from './notes.ts';

/** A tab's location: Keycloak's root authentication session and the tab in it. */
export interface TabLocation {
  root: string;
  tab: string;
}

/** Ends the earlier session of this browser. A tab whose user is known belongs to the user who was proven there, and ends, too. */
export function moveTabs(
  session: KeycloakSession,
  from: RootAuthenticationSessionModel,
  to: RootAuthenticationSessionModel,
): void {
  for (const tab of tabsOf(from).filter(isWaiting)) moveTab(tab, to);
  session.authenticationSessions().removeRootAuthenticationSession(requireRealm(session), from);
}

/** Whether a tab is waiting for a sign-in, without a user so far. */
function isWaiting(tab: AuthenticationSessionModel): boolean {
  const known = tab.getAuthenticatedUser() !== null || note(tab, 'proven') !== null;
  return tab.getAction() === 'AUTHENTICATE' && !known;
}

/** The tabs of a session in which an account was proven, and its sign-in is in progress. */
export function tabsWithProof(
  root: RootAuthenticationSessionModel,
  userId: string,
): AuthenticationSessionModel[] {
  return tabsOf(root).filter((tab) => note(tab, 'proven') === userId);
}

/** A tab's current location. */
export function locationOf(tab: AuthenticationSessionModel): TabLocation {
  return { root: tab.getParentSession().getId(), tab: tab.getTabId() };
}

/** Finds the tab with a location, current or earlier; null if this session has none. */
export function findTab(
  root: RootAuthenticationSessionModel,
  location: TabLocation,
): AuthenticationSessionModel | null {
  return tabsOf(root).find((tab) => locationsOf(tab).includes(locationKey(location))) ?? null;
}

/** Finds the client's tab that had this id before it moved here; null if there is none. */
export function findMovedTab(
  root: RootAuthenticationSessionModel,
  client: ClientModel,
  tabId: string,
): AuthenticationSessionModel | null {
  const hadId = (tab: AuthenticationSessionModel) =>
    locationsOf(tab).some((place) => place.endsWith(`.${tabId}`));
  return tabsOf(root).find((tab) => tab.getClient().getId() === client.getId() && hadId(tab)) ?? null;
}

/** Whether a root session has this id, or contains tabs moved from the one that has it. */
export function isOrMovedFrom(root: RootAuthenticationSessionModel, rootId: string): boolean {
  const wasThere = (tab: AuthenticationSessionModel) =>
    locationsOf(tab).some((place) => place.startsWith(`${rootId}.`));
  return root.getId() === rootId || tabsOf(root).some(wasThere);
}

function moveTab(tab: AuthenticationSessionModel, to: RootAuthenticationSessionModel): void {
  const moved = to.createAuthenticationSession(tab.getClient());
  moved.setProtocol(tab.getProtocol());
  moved.setRedirectUri(tab.getRedirectUri());
  moved.setAction(tab.getAction());
  const request = tab.getClientNotes();
  for (const name of request.keySet().toArray()) moved.setClientNote(name, request.get(name));
  moveNotes(tab, moved);
  setNote(moved, 'locations', locationsOf(tab).join(' '));
}

/** The tab's first id. */
export function firstTabId(tab: AuthenticationSessionModel): string {
  const [first = locationKey(locationOf(tab))] = locationsOf(tab);
  return first.slice(first.lastIndexOf('.') + 1);
}

/** All locations of a tab, the current one last. */
function locationsOf(tab: AuthenticationSessionModel): string[] {
  const earlier = note(tab, 'locations');
  return [...(earlier === null ? [] : earlier.split(' ')), locationKey(locationOf(tab))];
}

/** The tabs whose client still exists. */
export function tabsOf(root: RootAuthenticationSessionModel): AuthenticationSessionModel[] {
  const tabs = root.getAuthenticationSessions();
  const found: AuthenticationSessionModel[] = [];
  for (const id of tabs.keySet().toArray()) {
    const tab = tabs.get(id);
    const client = (tab?.getClient() ?? null) as ClientModel | null;
    if (tab !== null && client !== null) found.push(tab);
  }
  return found;
}
