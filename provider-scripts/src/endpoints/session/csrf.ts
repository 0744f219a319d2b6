/**
 * The CSRF token of state-changing calls (contract, section 4.10): a value that the realm has signed for one browser, identified by a cookie.
 * Another site can neither read the token nor send the header.
 */

import type { KeycloakSession } from 'keycloak';
import { sha256 } from '../../platform/engine/bytes.ts';
import { type Problem, problem } from '../../platform/errors/problem.ts';
import { type OwnCookie, readCookie, setCookie } from '../../platform/keycloak/cookie.ts';
import { readToken, signToken, type TokenKind } from '../../platform/keycloak/signed-token.ts';
import { headerOf } from '../../platform/session/headers.ts';

const KeycloakModelUtils = Java.type('org.keycloak.models.utils.KeycloakModelUtils');

const HEADER = 'x-csrf-token';
const CSRF_LIFETIME_SECONDS = 3600;
const COOKIE: OwnCookie = {
  name: 'LINKGATE_CSRF',
  sameSite: 'STRICT',
  lifetimeSeconds: CSRF_LIFETIME_SECONDS,
};
const CSRF: TokenKind = { type: 'csrf+jwt', audience: 'session' };

/** The cookie's value: an identifier that the server generated. */
const BROWSER = /^[0-9a-f-]{36}$/;

/** The signed token contains only a hash of the cookie, so that neither reveals the other. */
function browserKey(browser: string): string {
  return sha256(browser);
}

function browserOf(session: KeycloakSession): string | null {
  const cookie = readCookie(session, COOKIE);
  return cookie !== null && BROWSER.test(cookie) ? cookie : null;
}

/** A fresh token for this browser at `now` (Unix seconds). */
export function issueCsrfToken(session: KeycloakSession, now: number): string {
  const browser = browserOf(session) ?? KeycloakModelUtils.generateId();
  setCookie(session, COOKIE, browser);
  return signToken(session, CSRF, { sub: browserKey(browser), iat: now, exp: now + CSRF_LIFETIME_SECONDS });
}

/** Null for a request with a token of this browser that hasn't expired at `now` (Unix seconds). */
export function checkCsrf(session: KeycloakSession, now: number): Problem | null {
  const token = headerOf(session, HEADER);
  const browser = browserOf(session);
  if (token === null || browser === null) return problem('invalid_csrf_token');
  const claims = readToken(session, CSRF, token);
  const isValid =
    claims !== null &&
    claims.sub === browserKey(browser) &&
    typeof claims.exp === 'number' &&
    claims.exp > now;
  return isValid ? null : problem('invalid_csrf_token');
}
