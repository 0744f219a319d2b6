/** The cookie by which a device is recognised: an identifier that the realm has signed. The database stores only its hash. */
import type { KeycloakSession } from 'keycloak';
import { sha256 } from '../../platform/engine/bytes.ts';
import { type OwnCookie, readCookie, setCookie } from '../../platform/keycloak/cookie.ts';
import { readToken, signToken, type TokenKind } from '../../platform/keycloak/signed-token.ts';
import { DEVICE_LIFETIME_SECONDS } from './device.ts';

const KeycloakModelUtils = Java.type('org.keycloak.models.utils.KeycloakModelUtils');

const COOKIE: OwnCookie = {
  name: 'LINKGATE_DEVICE',
  sameSite: 'LAX',
  lifetimeSeconds: DEVICE_LIFETIME_SECONDS,
};
const DEVICE: TokenKind = { type: 'device+jwt', audience: 'session' };

/** Returns the key of this device's rows; null for a browser without a valid cookie at `now` (Unix seconds). */
export function deviceKey(session: KeycloakSession, now: number): string | null {
  const cookie = readCookie(session, COOKIE);
  const claims = cookie === null ? null : readToken(session, DEVICE, cookie);
  if (claims === null || typeof claims.sub !== 'string') return null;
  return typeof claims.exp === 'number' && claims.exp > now ? sha256(claims.sub) : null;
}

/** Generates a new identifier: returns the key of its rows and the cookie's value. */
export function newDeviceKey(session: KeycloakSession, now: number): { key: string; token: string } {
  const id = KeycloakModelUtils.generateId();
  const token = signToken(session, DEVICE, { sub: id, iat: now, exp: now + DEVICE_LIFETIME_SECONDS });
  return { key: sha256(id), token };
}

/** Sends the new identifier to the browser. */
export function setDeviceCookie(session: KeycloakSession, token: string): void {
  setCookie(session, COOKIE, token);
}
