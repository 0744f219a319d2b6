/** The headers of a request, read from Java once: every other module asks, and changes them, here. */
import type { ContainerRequestContext, KeycloakSession } from 'keycloak';
import { once } from './values.ts';

/** By name, in lower case. */
function headersOf(session: KeycloakSession): Record<string, readonly string[]> {
  return once(session, 'headers', () => {
    const headers: Record<string, readonly string[]> = {};
    const given = Java.record(session.getContext().getRequestHeaders().getRequestHeaders());
    for (const [name, values] of Object.entries(given)) headers[name.toLowerCase()] = values;
    return headers;
  });
}

/** The values of a header, in order; none if the request doesn't have it. */
export function headerValues(session: KeycloakSession, name: string): readonly string[] {
  return headersOf(session)[name.toLowerCase()] ?? [];
}

/** The value of a header, or several separated by commas; null if the request doesn't have it. */
export function headerOf(session: KeycloakSession, name: string): string | null {
  const values = headerValues(session, name);
  return values.length === 0 ? null : values.join(',');
}

/** Replaces a header, for Keycloak, too. */
export function setHeader(
  session: KeycloakSession,
  request: ContainerRequestContext,
  name: string,
  value: string,
): void {
  request.getHeaders().putSingle(name, value);
  headersOf(session)[name.toLowerCase()] = [value];
}

/** Removes a header, for Keycloak, too. */
export function removeHeader(session: KeycloakSession, request: ContainerRequestContext, name: string): void {
  request.getHeaders().remove(name);
  headersOf(session)[name.toLowerCase()] = [];
}

export const COOKIE = 'Cookie';

/** Whether the request may have a cookie with this name; without, there is none to be parsed. */
export function hasCookie(session: KeycloakSession, name: string): boolean {
  return headerValues(session, COOKIE).some((value) => value.includes(name));
}
