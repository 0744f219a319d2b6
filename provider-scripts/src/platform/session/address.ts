/** The address of a request, read from Java once. */
import type { KeycloakSession } from 'keycloak';
import { requestOf } from './request.ts';

/** The path below the server's own, decoded. */
export function pathOf(session: KeycloakSession): string {
  return requestOf(session).path;
}

/** The query's parameters, decoded. */
export function queryOf(session: KeycloakSession): Record<string, string[]> {
  return requestOf(session).query;
}

/** The first value of a parameter of the query; null if there is none. */
export function queryParameter(session: KeycloakSession, name: string): string | null {
  return queryOf(session)[name]?.[0] ?? null;
}

/** The same, of a name in any case: so does the server's framework read it (`@QueryParam`). */
export function queryParameterInAnyCase(session: KeycloakSession, name: string): string | null {
  const given = Object.keys(queryOf(session)).find((one) => one.toLowerCase() === name);
  return given === undefined ? null : queryParameter(session, given);
}
