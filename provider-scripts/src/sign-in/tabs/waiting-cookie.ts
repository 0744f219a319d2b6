/**
 * The cookie of a browser whose tabs wait for links: only it gives access to a link's state (contract, section 4.13), and only this
 * browser can claim a cross-device sign-in (contract, section 3.8).
 */
import type { AuthenticationSessionModel, KeycloakSession } from 'keycloak';
import { type OwnCookie, readCookie, setCookie } from '../../platform/keycloak/cookie.ts';
import { readToken, signToken, type TokenKind } from '../../platform/keycloak/signed-token.ts';
import { sessionValue } from '../../platform/session/values.ts';
import { awaitedLinkOf, type WaitingTab, waitingTabKey, withWaitingTab } from './waiting-tabs.ts';

const SecretGenerator = Java.type('org.keycloak.common.util.SecretGenerator');

/** The longest lifetime of a link, plus the day for which its row is retained afterwards: two days. */
const WAITING_LIFETIME_SECONDS = 172_800;
const COOKIE: OwnCookie = {
  name: 'LINKGATE_WAITING',
  sameSite: 'LAX',
  lifetimeSeconds: WAITING_LIFETIME_SECONDS,
};
/** Random letters and digits: more than 128 bits. */
const KEY_LENGTH = 32;
const WAITING: TokenKind = { type: 'waiting+jwt', audience: 'sign-in-state' };

/** A browser by its cookie. */
export interface WaitingBrowser {
  /** The key under which its polls are counted: the first link that it waited for, so that there are at most as many keys as links. */
  id: string;
  tabs: readonly WaitingTab[];
}

/** The browser as the response to this request leaves it: pages are shown in the response that stores a tab, too. */
const STORED = sessionValue<WaitingBrowser>('waiting-browser');

/** The browser that sent this request; null for one without a valid cookie at `now` (Unix seconds). */
export function waitingBrowser(session: KeycloakSession, now: number): WaitingBrowser | null {
  const stored = STORED.of(session);
  if (stored !== null) return stored;
  const cookie = readCookie(session, COOKIE);
  const claims = cookie === null ? null : readToken(session, WAITING, cookie);
  if (claims === null || typeof claims.sub !== 'string' || typeof claims.exp !== 'number') return null;
  return claims.exp > now ? { id: claims.sub, tabs: claims.tabs as WaitingTab[] } : null;
}

/** The browser that sent this request; a new one, waiting for this link, if it has no valid cookie. */
export function browserWaitingFor(session: KeycloakSession, jti: string, now: number): WaitingBrowser {
  return waitingBrowser(session, now) ?? { id: jti, tabs: [] };
}

/**
 * The key by which a browser that waits for one more link is recognised: the key of the previous link of the same tab and address, otherwise
 * a new one, which a planted cookie doesn't contain.
 */
export function waitingKey({ tabs }: WaitingBrowser, previousJti: string | null): string {
  return waitingTabKey(tabs, previousJti) ?? SecretGenerator.getInstance().randomString(KEY_LENGTH);
}

/** Stores in the browser that one of its tabs waits for a link. */
export function storeWaitingTab(
  session: KeycloakSession,
  browser: WaitingBrowser,
  waiting: WaitingTab,
  now: number,
): void {
  if (awaitedLinkOf(browser.tabs, waiting.tab) === waiting.jti) return;
  const tabs = withWaitingTab(browser.tabs, waiting).map((one) => ({ ...one }));
  const claims = { sub: browser.id, iat: now, exp: now + WAITING_LIFETIME_SECONDS, tabs };
  setCookie(session, COOKIE, signToken(session, WAITING, claims));
  STORED.record(session, { id: browser.id, tabs });
}

/** The same for a tab of this browser; `previous` is the link whose key it keeps, or null. */
export function storeWaiting(
  session: KeycloakSession,
  tab: AuthenticationSessionModel,
  { jti, previous }: { jti: string; previous: string | null },
  now: number,
): void {
  const browser = browserWaitingFor(session, jti, now);
  storeWaitingTab(session, browser, { tab: tab.getTabId(), jti, key: waitingKey(browser, previous) }, now);
}
