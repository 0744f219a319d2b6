/** Recreates a tab that the server has forgotten, for example after a restart, while its link waits or was handed over. */
import type { AuthenticationSessionModel, ClientModel, KeycloakSession } from 'keycloak';
import { renewTab } from '../browser/link-session.ts';
import { waitingBrowser } from '../browser/waiting-cookie.ts';
import { linkOf } from '../browser/waiting-tabs.ts';
import { checkRedirectUri } from '../client/client.ts';
import { requireRealm } from '../keycloak/base-url.ts';
import { refusalOf } from '../magic-link/refusal.ts';
import { findLink } from '../magic-link/rows.ts';
import { settingsOfLink } from '../magic-link/settings.ts';
import { phaseOf } from './phase.ts';
import { fits } from './waiting.ts';

const Time = Java.type('org.keycloak.common.util.Time');

/** The tab in its new place, or null if this browser's cookie doesn't name it. */
export function findAgain(
  session: KeycloakSession,
  client: ClientModel,
  tabId: string,
): AuthenticationSessionModel | null {
  const now = Time.currentTime();
  const browser = waitingBrowser(session, now);
  const jti = browser === null ? null : linkOf(browser.tabs, tabId);
  const row = jti === null ? null : findLink(session, requireRealm(session).getId(), jti);
  if (row === null || row.clientUuid !== client.getId() || !fits(browser, row)) return null;
  if (refusalOf(row, now) !== null || settingsOfLink(session, client, row.request).handOff !== 'on')
    return null;
  const phase = phaseOf(row.handOff, now);
  if (phase !== 'open' && phase !== 'handed') return null;
  return checkRedirectUri(session, client, row.request.redirectUri) === null
    ? renewTab(session, client, row)
    : null;
}
