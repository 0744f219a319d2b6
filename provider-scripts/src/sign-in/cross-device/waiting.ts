/** The tab that waits for a link that can be approved: what the link's row stores of it, and what its browser gets. */

import type { AuthenticationSessionModel, KeycloakSession } from 'keycloak';
import type { Requester } from '../../links/magic-link/link.ts';
import { firstTabId } from '../tabs/move-tabs.ts';
import { crossDeviceKey } from '../tabs/waiting-browser.ts';
import { browserWaitingFor, storeWaitingTab, waitingKey } from '../tabs/waiting-cookie.ts';
import { requesterOf } from './requester.ts';

/** A tab that is about to wait for a link. */
export interface WaitingForLink {
  requester: Requester;
  /** Identifies the browser, tab and address in the link's row. */
  crossDeviceKey: string;
  /** Stores in the browser that the tab waits. */
  store(): void;
}

/**
 * The tab that requests a link to an address (normalised). Its browser keeps the key of the tab's previous link, and so its comparison code, if
 * that was sent to the same address.
 *
 * @param previous the identifier of that link, or null
 */
export function waitFor(
  session: KeycloakSession,
  tab: AuthenticationSessionModel,
  { email, jti, previous }: { email: string; jti: string; previous: string | null },
  now: number,
): WaitingForLink {
  const browser = browserWaitingFor(session, jti, now);
  const requester = requesterOf(session, firstTabId(tab));
  const key = waitingKey(browser, previous);
  return {
    requester,
    crossDeviceKey: crossDeviceKey(key, requester.tab, email),
    store: () => {
      storeWaitingTab(session, browser, { tab: tab.getTabId(), jti, key }, now);
    },
  };
}
