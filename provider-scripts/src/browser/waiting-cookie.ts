/**
 * The cookie of a browser whose tabs wait for links: nothing else says what became of one (contract, section 4.13), and a link is handed
 * over to nobody else (contract, section 3.8).
 */
import type { KeycloakSession } from 'keycloak';
import { type OwnCookie, readCookie, setCookie } from '../keycloak/cookie.ts';
import { readToken, signToken, type TokenKind } from '../keycloak/signed-token.ts';
import { keyOf, linkOf, type WaitingTab, withTab } from './waiting-tabs.ts';

const SecretGenerator = Java.type('org.keycloak.common.util.SecretGenerator');

/** The longest that a link may last, and the day after that for which its row is kept: two days. */
const WAITING_LIFETIME_SECONDS = 172_800;
const COOKIE: OwnCookie = {
  name: 'LINKGATE_WAITING',
  sameSite: 'LAX',
  lifetimeSeconds: WAITING_LIFETIME_SECONDS,
};
/** Letters and digits that nobody guesses: more than 128 bits. */
const KEY_LENGTH = 32;
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

/** The same, or what a browser without a good cookie is from now on, when it waits for a link. */
export function browserWaitingFor(session: KeycloakSession, jti: string, now: number): WaitingBrowser {
  return waitingBrowser(session, now) ?? { id: jti, tabs: [] };
}

/**
 * What a browser is known by where it waits for one more link: what it has for the link before, of the same tab and address, else a new
 * key. A cookie that somebody has planted in it doesn't have that.
 */
export function waitingKey({ tabs }: WaitingBrowser, before: string | null): string {
  return keyOf(tabs, before) ?? SecretGenerator.getInstance().randomString(KEY_LENGTH);
}

/** Has a browser keep that one of its tabs waits for a link. */
export function keepWaiting(
  session: KeycloakSession,
  browser: WaitingBrowser,
  waiting: WaitingTab,
  now: number,
): void {
  if (linkOf(browser.tabs, waiting.tab) === waiting.jti) return;
  const tabs = withTab(browser.tabs, waiting).map((one) => ({ ...one }));
  const claims = { sub: browser.id, iat: now, exp: now + WAITING_LIFETIME_SECONDS, tabs };
  setCookie(session, COOKIE, signToken(session, WAITING, claims));
}
