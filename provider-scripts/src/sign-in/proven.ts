/** What goes on once an account was proven: in its session, after whoever else was signed in here is signed out. */
import type { AuthenticationSessionModel, KeycloakSession, RootAuthenticationSessionModel } from 'keycloak';
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

/** The tab in which the sign-in goes on, after whoever else was signed in here was signed out; null where its client is gone. */
export function proceed(session: KeycloakSession, proof: Proof): AuthenticationSessionModel | null {
  const { root, ends } = enter(session, proof.userId);
  if (ends !== null) signOut(session, ends);
  return tabOf(session, root, proof);
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
