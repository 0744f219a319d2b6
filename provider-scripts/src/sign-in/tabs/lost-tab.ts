/**
 * Recreates a tab that the server lost, for example in a restart, or the browser lost along with its session cookies: while the tab's
 * link is waiting or approved, or has expired unused.
 */
import type { AuthenticationSessionModel, ClientModel, KeycloakSession } from 'keycloak';
import { checkRedirectUri } from '../../clients/client.ts';
import { findLink } from '../../links/magic-link/rows.ts';
import { settingsOfLink } from '../../links/magic-link/settings.ts';
import { currentTime } from '../../platform/engine/clock.ts';
import { recreateTab } from './link-session.ts';
import { isBrowserOfLink } from './waiting-browser.ts';
import { waitingBrowser } from './waiting-cookie.ts';
import { awaitedLinkOf } from './waiting-tabs.ts';

/** The recreated tab; null if this browser's cookie doesn't name it. */
export function recreateLostTab(
  session: KeycloakSession,
  client: ClientModel,
  tabId: string,
): AuthenticationSessionModel | null {
  const now = currentTime();
  const browser = waitingBrowser(session, now);
  const jti = browser === null ? null : awaitedLinkOf(browser.tabs, tabId);
  const row = jti === null ? null : findLink(session, jti);
  if (row === null || row.clientUuid !== client.getId() || row.state !== 'issued') return null;
  if (!settingsOfLink(session, client, row.request).hasStep) return null;
  // The key that a link is approved by is in the cookie, too.
  if (row.crossDevice !== null && !isBrowserOfLink(browser, row)) return null;
  return checkRedirectUri(session, client, row.request.redirectUri) === null
    ? recreateTab(session, client, row)
    : null;
}
