/** The browser that waits for a link: what the link's row stores about it, and whether a request comes from it. */
import type { KeycloakSession } from 'keycloak';
import { type WaitingBrowser, waitingBrowser } from '../browser/waiting-cookie.ts';
import type { Asker, LinkRow } from '../magic-link/link.ts';
import { callerKey } from '../rate-limit/addresses.ts';
import { callerAddress } from '../rate-limit/count.ts';
import { handOffKey } from './digits.ts';
import { readUserAgent } from './user-agent.ts';

const Time = Java.type('org.keycloak.common.util.Time');

/** Who sends this request, from a Keycloak tab. */
export function askerOf(session: KeycloakSession, tab: string): Asker {
  const { browser, system } = readUserAgent(
    session.getContext().getRequestHeaders().getHeaderString('User-Agent'),
  );
  return { tab, browser, system, network: networkOf(session) };
}

/** The network that this request comes from: an IPv4 address, or an IPv6 /64. */
export function networkOf(session: KeycloakSession): string {
  return callerKey(callerAddress(session));
}

/** Whether this request comes from the browser that waits for a link. */
export function isWaitingBrowser(session: KeycloakSession, row: LinkRow): boolean {
  return fits(waitingBrowser(session, Time.currentTime()), row);
}

/** Whether a browser is the one that waits. */
export function fits(
  browser: WaitingBrowser | null,
  { request: { asker }, email, handOff }: LinkRow,
): boolean {
  if (browser === null || asker === undefined || handOff === null) return false;
  return browser.tabs.some(({ key }) => handOffKey(key, asker.tab, email) === handOff.key);
}
