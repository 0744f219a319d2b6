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
import { requireRealm } from '../keycloak/realm.ts';
import { moveNotes, PLACES_NOTE, PROVEN_NOTE, placeKey } from './notes.ts';

/** Where a tab is: Keycloak's root authentication session and the tab in it. */
export interface Place {
  root: string;
  tab: string;
}

/** Ends the earlier session of this browser. A tab whose user is known belongs to the user who was proven there, and ends, too. */
export function moveTabs(
  session: KeycloakSession,
  from: RootAuthenticationSessionModel,
  to: RootAuthenticationSessionModel,
): void {
  for (const tab of tabsOf(from).filter(waits)) moveTab(tab, to);
  session.authenticationSessions().removeRootAuthenticationSession(requireRealm(session), from);
}

/** Whether a tab is waiting for a sign-in, without a user so far. */
function waits(tab: AuthenticationSessionModel): boolean {
  const known = tab.getAuthenticatedUser() !== null || tab.getAuthNote(PROVEN_NOTE) !== null;
  return tab.getAction() === 'AUTHENTICATE' && !known;
}

/** The tabs of a session in which an account was proven, and its sign-in is in progress. */
export function tabsWithProof(
  root: RootAuthenticationSessionModel,
  userId: string,
): AuthenticationSessionModel[] {
  return tabsOf(root).filter((tab) => tab.getAuthNote(PROVEN_NOTE) === userId);
}

/** Where a tab is now. */
export function placeOf(tab: AuthenticationSessionModel): Place {
  return { root: tab.getParentSession().getId(), tab: tab.getTabId() };
}

/** The tab that is in a place, or was before it moved; null if this session has none. */
export function tabFrom(
  root: RootAuthenticationSessionModel,
  place: Place,
): AuthenticationSessionModel | null {
  return tabsOf(root).find((tab) => placesOf(tab).includes(placeKey(place))) ?? null;
}

/** The tab of a client that had an id before it moved here; null if there is none. */
export function movedTab(
  root: RootAuthenticationSessionModel,
  client: ClientModel,
  tabId: string,
): AuthenticationSessionModel | null {
  const had = (tab: AuthenticationSessionModel) => placesOf(tab).some((place) => place.endsWith(`.${tabId}`));
  return tabsOf(root).find((tab) => tab.getClient().getId() === client.getId() && had(tab)) ?? null;
}

/** Whether a session is the one with an id, or tabs moved here from that one. */
export function cameFrom(root: RootAuthenticationSessionModel, rootId: string): boolean {
  const was = (tab: AuthenticationSessionModel) =>
    placesOf(tab).some((place) => place.startsWith(`${rootId}.`));
  return root.getId() === rootId || tabsOf(root).some(was);
}

function moveTab(tab: AuthenticationSessionModel, to: RootAuthenticationSessionModel): void {
  const moved = to.createAuthenticationSession(tab.getClient());
  moved.setProtocol(tab.getProtocol());
  moved.setRedirectUri(tab.getRedirectUri());
  moved.setAction(tab.getAction());
  const request = tab.getClientNotes();
  for (const name of request.keySet().toArray()) moved.setClientNote(name, request.get(name));
  moveNotes(tab, moved);
  moved.setAuthNote(PLACES_NOTE, placesOf(tab).join(' '));
}

/** The tab's first id. */
export function firstTabId(tab: AuthenticationSessionModel): string {
  const [first = placeKey(placeOf(tab))] = placesOf(tab);
  return first.slice(first.lastIndexOf('.') + 1);
}

/** All places a tab has been in, including the current one. */
function placesOf(tab: AuthenticationSessionModel): string[] {
  const earlier = tab.getAuthNote(PLACES_NOTE);
  return [...(earlier === null ? [] : earlier.split(' ')), placeKey(placeOf(tab))];
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
