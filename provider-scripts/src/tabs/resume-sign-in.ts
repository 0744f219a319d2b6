/** Resumes the sign-in once an account was proven: in its session, after whoever else was signed in here is signed out. */
import type {
  AuthenticationFlowContext,
  AuthenticationSessionModel,
  ClientModel,
  KeycloakSession,
  RootAuthenticationSessionModel,
} from 'keycloak';
import { signOut } from '../account/sign-out.ts';
import type { LinkRow } from '../magic-link/link.ts';
import type { Means } from '../magic-link/redeem.ts';
import { endedPage, handedOver, isOverFor, noteProven } from './ended-tab.ts';
import { enter, openTab, type Proven } from './link-session.ts';
import {
  GIVEN_NOTE,
  HANDED_NOTE,
  IMPERSONATOR_NOTE,
  LINK_NOTE,
  PROVEN_BY_NOTE,
  PROVEN_FOR_NOTE,
  PROVEN_NOTE,
  SINCE_NOTE,
} from './notes.ts';

const AuthenticationFlowError = Java.type('org.keycloak.authentication.AuthenticationFlowError');

/** Keycloak's own note of a session (`ImpersonationSessionNote`). */
const IMPERSONATOR = 'IMPERSONATOR_ID';

/** Who was proven, by what, and for which purpose. */
export interface Proof extends Proven {
  row: LinkRow;
  /** The link's client. */
  client: ClientModel;
  by: Means;
}

/** The tab in which the sign-in continues, after whoever else was signed in here was signed out; null if it isn't the link's client's. */
export function proceed(session: KeycloakSession, proof: Proof): AuthenticationSessionModel | null {
  const { root, ends } = enter(session, proof);
  if (ends !== null) signOut(session, ends);
  return tabOf(root, proof);
}

/**
 * Satisfies the link step in the context's tab by what was proven there, which is all this step requires; or ends it if that no longer
 * holds.
 *
 * @returns false if nobody was proven
 */
export function goOnProven(context: AuthenticationFlowContext): boolean {
  const session = context.getSession();
  const tab = context.getAuthenticationSession();
  const userId = tab.getAuthNote(PROVEN_NOTE);
  const user = userId === null ? null : session.users().getUserById(context.getRealm(), userId);
  if (user === null) return false;
  if (isOverFor(session, tab, user)) {
    context.failure(AuthenticationFlowError.INVALID_USER, endedPage(session));
    return true;
  }
  // The session gets it, too: its own start is known only to the second.
  tab.setUserSessionNote(SINCE_NOTE, tab.getAuthNote(SINCE_NOTE));
  const handed = handedOver(tab);
  if (handed !== null) tab.setUserSessionNote(HANDED_NOTE, handed);
  const impersonator = tab.getAuthNote(IMPERSONATOR_NOTE);
  if (impersonator !== null) tab.setUserSessionNote(IMPERSONATOR, impersonator);
  context.setUser(user);
  context.success();
  return true;
}

function tabOf(
  root: RootAuthenticationSessionModel,
  { row: { jti, clientUuid, request, email }, client, userId, by }: Proof,
): AuthenticationSessionModel | null {
  if (client.getId() !== clientUuid) return null;
  const tab = openTab(root, client, request);
  tab.setAuthNote(PROVEN_NOTE, userId);
  tab.setAuthNote(PROVEN_FOR_NOTE, email);
  tab.setAuthNote(PROVEN_BY_NOTE, by);
  const { givenBack } = request;
  if (givenBack !== undefined) {
    tab.setAuthNote(IMPERSONATOR_NOTE, givenBack.by);
    tab.setAuthNote(GIVEN_NOTE, JSON.stringify(givenBack));
  }
  if (by === 'hand-off') tab.setAuthNote(LINK_NOTE, jti);
  noteProven(tab);
  return tab;
}
