/**
 * That a link was opened where its comparison code is typed: the page that waits for it then shows the code. Only a hint, so that it is in Keycloak's
 * cache, not in the link's row: opening a link changes nothing.
 */
import type { KeycloakSession } from 'keycloak';
import type { LinkRow } from '../../links/magic-link/link.ts';

const PREFIX = 'linkgate-opened-';

/** Notes it until the link expires. */
export function recordOpened(session: KeycloakSession, { jti, expiresAt }: LinkRow, now: number): void {
  const opened = session.singleUseObjects();
  if (expiresAt > now) opened.putIfAbsent(PREFIX + jti, expiresAt - now);
}

/** Whether it was. */
export function wasOpened(session: KeycloakSession, jti: string): boolean {
  return session.singleUseObjects().contains(PREFIX + jti);
}
