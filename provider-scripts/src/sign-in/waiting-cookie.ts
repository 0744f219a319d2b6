/** The cookie of a browser whose tabs wait for links: nothing else says what became of one (contract, section 4.13). */
import type { KeycloakSession } from 'keycloak';
import { type OwnCookie, readCookie, setCookie } from '../keycloak/cookie.ts';
import { readToken, signToken, type TokenKind } from '../keycloak/signed-token.ts';
import { linkOf, type WaitingTab, withTab } from './waiting-tabs.ts';

/** The longest that a link may last, and the day after that for which its row is kept: two days. */
const WAITING_LIFETIME_SECONDS = 172_800;
const COOKIE: OwnCookie = {
  name: 'LINKGATE_WAITING',
  sameSite: 'LAX',
  lifetimeSeconds: WAITING_LIFETIME_SECONDS,
};
const WAITING: TokenKind = { type: 'waiting+jwt', audience: 'sign-in-state' };

/** A browser by its cookie. */
export interface WaitingBrowser {
  /** What its questions are counted under: the first link that it waited for, so that there are no more of these than links. */
  id: string;
  tabs: readonly WaitingTab[];
}

/** The browser that sent this request; null for one without a good cookie at `now` (Unix seconds). */
export function waitingBrowser(session: KeycloakSession, now: number): WaitingBrowser | null {
  const cookie = readCookie(session, COOKIE);
  const claims = cookie === null ? null : readToken(session, WAITING, cookie);
  if (claims === null || typeof claims.sub !== 'string' || typeof claims.exp !== 'number') return null;
  return claims.exp > now ? { id: claims.sub, tabs: claims.tabs as WaitingTab[] } : null;
}

/** Has the browser keep that one of its tabs waits for a link. */
export function keepWaiting(session: KeycloakSession, { tab, jti }: WaitingTab, now: number): void {
  const browser = waitingBrowser(session, now) ?? { id: jti, tabs: [] };
  if (linkOf(browser.tabs, tab) === jti) return;
  const tabs = withTab(browser.tabs, { tab, jti }).map((one) => ({ ...one }));
  const claims = { sub: browser.id, iat: now, exp: now + WAITING_LIFETIME_SECONDS, tabs };
  setCookie(session, COOKIE, signToken(session, WAITING, claims));
}
