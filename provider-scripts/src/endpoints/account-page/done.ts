/** What the page says after an action: once, and only in the browser that performed it. */
import type { KeycloakSession } from 'keycloak';
import { type OwnCookie, readCookie, setCookie } from '../../platform/keycloak/cookie.ts';

/** The values; the theme has a text for each (`linkgateAccountDone.…`). */
const DONE = [
  'access-revoked',
  'account-deleted',
  'address-requested',
  'address-stopped',
  'cancelled',
  'device-forgotten',
  'factor-removed',
  'offered-again',
  'passkey-removed',
  'profile-saved',
  'session-ended',
  'signed-out',
  'signed-out-everywhere',
] as const;

export type Done = (typeof DONE)[number];

/** Carries it over the redirect after a form. An address would let anybody claim it, and would say it again after a reload. */
const COOKIE: OwnCookie = { name: 'LINKGATE_DONE', sameSite: 'LAX', lifetimeSeconds: 60 };
const NOTHING = '-';

/** Tells the next page. */
export function tellDone(session: KeycloakSession, done: Done): void {
  setCookie(session, COOKIE, done);
}

/** Returns it, for this page alone; null if nothing was done. */
export function takeDone(session: KeycloakSession): Done | null {
  const given = readCookie(session, COOKIE);
  if (given === null || given === NOTHING) return null;
  setCookie(session, COOKIE, NOTHING);
  return DONE.find((done) => done === given) ?? null;
}
