/** What goes on once an account was proven: in its session, after whoever else was signed in here is signed out. */
import type {
  AuthenticationSessionModel,
  KeycloakSession,
  RootAuthenticationSessionModel,
  SignOut,
} from 'keycloak';
import type { LinkRow } from '../magic-link/link.ts';
import { requireRealm } from '../protocol/base-url.ts';
import { signOut } from '../session/sign-out.ts';
import { enter, openTab } from './link-session.ts';
import { PROVEN_BY_NOTE, PROVEN_NOTE } from './notes.ts';

/** Who proved to be themselves, by what, and what for. */
export interface Proof extends Pick<LinkRow, 'clientUuid' | 'request'> {
  userId: string;
  by: 'link' | 'code';
}

/** The tab in which the sign-in goes on, null where its client is gone; or a session to end first, after which `next` calls `resume`. */
export function proceed(
  session: KeycloakSession,
  proof: Proof,
  next: string,
): { tab: AuthenticationSessionModel | null } | { signOut: SignOut } {
  const { root, ends } = enter(session, proof.userId);
  if (ends === null) return { tab: tabOf(session, root, proof) };
  const state = JSON.stringify({ ...proof, rootId: root.getId() });
  return { signOut: signOut(session, ends, next, state) };
}

/** Goes on after the sign-out, with the state that it was given. */
export function resume(session: KeycloakSession, state: string): AuthenticationSessionModel | null {
  const { rootId, ...proof } = JSON.parse(state) as Proof & { rootId: string };
  const root = session.authenticationSessions().getRootAuthenticationSession(requireRealm(session), rootId);
  return root === null ? null : tabOf(session, root, proof);
}

function tabOf(
  session: KeycloakSession,
  root: RootAuthenticationSessionModel,
  { clientUuid, request, userId, by }: Proof,
): AuthenticationSessionModel | null {
  const client = requireRealm(session).getClientById(clientUuid);
  if (client === null) return null;
  const tab = openTab(root, client, request);
  tab.setAuthNote(PROVEN_NOTE, userId);
  tab.setAuthNote(PROVEN_BY_NOTE, by);
  return tab;
}
