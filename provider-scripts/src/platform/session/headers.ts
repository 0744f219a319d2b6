/** The headers of a request, read from Java once; those that are asked for here are changed only here, too. */
import type { ContainerRequestContext, KeycloakSession } from 'keycloak';
import { requestOf } from './request.ts';

/** The values of a header, in order; none if the request doesn't have it. */
export function headerValues(session: KeycloakSession, name: string): readonly string[] {
  return requestOf(session).headers[name.toLowerCase()] ?? [];
}

/** The value of a header, or several separated by commas; null if the request doesn't have it. */
export function headerOf(session: KeycloakSession, name: string): string | null {
  const values = headerValues(session, name);
  // As the framework joins them.
  return values.length === 0 ? null : values.reduce((all, value) => (all === '' ? value : `${all},${value}`));
}

/** Replaces a header, for Keycloak, too. */
export function setHeader(
  session: KeycloakSession,
  request: ContainerRequestContext,
  name: string,
  value: string,
): void {
  request.getHeaders().putSingle(name, value);
  requestOf(session).headers[name.toLowerCase()] = [value];
}

/** Removes a header, for Keycloak, too. */
export function removeHeader(session: KeycloakSession, request: ContainerRequestContext, name: string): void {
  request.getHeaders().remove(name);
  requestOf(session).headers[name.toLowerCase()] = [];
}

/** The header of a browser's cookies. */
export const COOKIE = 'Cookie';

/** Whether the request may have a cookie with this name; without, there is none to be parsed. */
export function hasCookie(session: KeycloakSession, name: string): boolean {
  return headerValues(session, COOKIE).some((value) => value.includes(name));
}
