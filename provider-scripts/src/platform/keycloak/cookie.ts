/** Linkgate's own cookies: HttpOnly, limited to one realm's path, and Secure if the site uses https. */
import type { KeycloakSession } from 'keycloak';
import { hasCookie } from '../session/headers.ts';
import { baseUrl } from './base-url.ts';

const CookieType = Java.type('org.keycloak.cookie.CookieType');
const NewCookie = Java.type('jakarta.ws.rs.core.NewCookie');
const SameSite = Java.type('jakarta.ws.rs.core.NewCookie$SameSite');

const IDENTITY_COOKIE = CookieType.IDENTITY.getName();

/** A cookie that Linkgate sets. */
export interface OwnCookie {
  /** The name without the prefix that is added if the site uses https. */
  name: string;
  sameSite: 'LAX' | 'STRICT';
  lifetimeSeconds: number;
}

function site(session: KeycloakSession): { secure: boolean; path: string } {
  const [, scheme = '', path = ''] = /^([^:]*):\/\/[^/]*(.*)$/.exec(baseUrl(session)) ?? [];
  return { secure: scheme === 'https', path: `${path}/` };
}

/** Adds the prefix `__Secure-`: browsers accept such a cookie only over https (RFC 6265bis, section 4.1.3.1). */
function nameOf({ secure }: { secure: boolean }, cookie: OwnCookie): string {
  return secure ? `__Secure-${cookie.name}` : cookie.name;
}

/** Returns the cookie's value, or null. */
export function readCookie(session: KeycloakSession, cookie: OwnCookie): string | null {
  if (!hasCookie(session, cookie.name)) return null;
  const cookies = session.getContext().getHttpRequest().getHttpHeaders().getCookies();
  return cookies.get(nameOf(site(session), cookie))?.getValue() ?? null;
}

/** Whether the browser presents a session to Keycloak. */
export function hasIdentityCookie(session: KeycloakSession): boolean {
  return hasCookie(session, IDENTITY_COOKIE);
}

/** Sends the cookie with the response to this request. */
export function setCookie(session: KeycloakSession, cookie: OwnCookie, value: string): void {
  const at = site(session);
  const sameSite = cookie.sameSite === 'STRICT' ? SameSite.STRICT : SameSite.LAX;
  const newCookie = new NewCookie(
    nameOf(at, cookie),
    value,
    at.path,
    null,
    1,
    null,
    cookie.lifetimeSeconds,
    null,
    at.secure,
    true,
    sameSite,
  );
  session.getContext().getHttpResponse().setCookieIfAbsent(newCookie);
}
