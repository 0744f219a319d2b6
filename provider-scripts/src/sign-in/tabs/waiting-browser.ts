/** The browser that waits for a link: its key in the link's row, and whether a request comes from it. */

import type { KeycloakSession } from 'keycloak';
import type { LinkRow } from '../../links/magic-link/link.ts';
import { sha256 } from '../../platform/engine/bytes.ts';
import { currentTime } from '../../platform/engine/clock.ts';
import { type WaitingBrowser, waitingBrowser } from './waiting-cookie.ts';

/** The key of a browser that waits for a link in a tab: the SHA-256 of the three values, base64url. */
export function crossDeviceKey(browserKey: string, tab: string, email: string): string {
  return sha256(`${browserKey} ${tab} ${email}`);
}

/** Whether this request comes from the browser that waits for a link. */
export function isWaitingBrowser(session: KeycloakSession, row: LinkRow): boolean {
  return isBrowserOfLink(waitingBrowser(session, currentTime()), row);
}

/** Whether a browser is the one that waits for a link. */
export function isBrowserOfLink(
  browser: WaitingBrowser | null,
  { request: { requester }, email, crossDevice }: LinkRow,
): boolean {
  if (browser === null || requester === undefined || crossDevice === null) return false;
  return browser.tabs.some(({ key }) => crossDeviceKey(key, requester.tab, email) === crossDevice.key);
}
