/**
 * Where an account's proofs wait for a client's own request: Keycloak finds no tab by its user. Kept in Keycloak's cache of all nodes, as long as
 * one of them can be used.
 */
import type { AuthenticationSessionModel, KeycloakSession } from 'keycloak';
import { currentTime } from '../../platform/engine/clock.ts';
import { realmIdOf } from '../../platform/keycloak/realm.ts';
import { note } from './notes.ts';

function keyOf(session: KeycloakSession, userId: string): string {
  return `linkgate-pending-proofs-${realmIdOf(session)}-${userId}`;
}

/** Remembers a tab's browser, by its root authentication session, until a time (Unix seconds). */
export function rememberPending(
  session: KeycloakSession,
  tab: AuthenticationSessionModel,
  expiresAt: number,
): void {
  const userId = note(tab, 'proven') ?? '';
  const places = { ...placesOf(session, userId), [tab.getParentSession().getId()]: String(expiresAt) };
  const last = Math.max(...Object.entries(places).map(([, until]) => Number(until)));
  const notes = Java.toJava(places) as never;
  session.singleUseObjects().put(keyOf(session, userId), last - currentTime(), notes);
}

/** The root authentication sessions in which an account's proofs may be pending. */
export function pendingRoots(session: KeycloakSession, userId: string): string[] {
  return Object.keys(placesOf(session, userId));
}

function placesOf(session: KeycloakSession, userId: string): Record<string, string> {
  const stored = session.singleUseObjects().get(keyOf(session, userId));
  const now = currentTime();
  const places: Record<string, string> = {};
  if (stored === null) return places;
  for (const [root, until] of Object.entries(Java.record(stored)))
    if (Number(until) >= now) places[root] = until;
  return places;
}
