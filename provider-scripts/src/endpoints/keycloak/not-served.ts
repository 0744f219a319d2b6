/** Requests that aren't served: unknown paths and methods that a path doesn't support, in the format of all errors (contract, section 4.12). */
import type { ContainerRequestContext, ContainerResponseContext, KeycloakSession, Response } from 'keycloak';
import { rejectByPage } from '../../http/pages/reject-by-page.ts';
import { hasMalformedLanguage } from '../../http/request/malformed-headers.ts';
import { partsBelowRealm, withoutTrailingSlashes } from '../../http/request/realm-path.ts';
import { replaceByProblem } from '../../http/response/replace-response.ts';
import { problem } from '../../platform/errors/problem.ts';
import { pathOf } from '../../platform/session/address.ts';

const JsonSerialization = Java.type('org.keycloak.util.JsonSerialization');

/** The methods of the paths that Keycloak serves, at either kind of path; nothing is served below them. */
const METHODS: readonly [path: RegExp, methods: readonly string[]][] = [
  [/^auth$/, ['GET', 'POST']],
  [/^token$/, ['POST', 'OPTIONS']],
  [/^userinfo$/, ['GET', 'POST', 'OPTIONS']],
  [/^(introspect|token\/introspect)$/, ['POST']],
  [/^revoke$/, ['POST', 'OPTIONS']],
  [/^\.well-known\/(openid-configuration|oauth-authorization-server|jwks\.json)$/, ['GET', 'OPTIONS']],
];

/** The methods of a path below the realm, or null if it isn't served. */
function methodsOf(path: string): readonly string[] | null {
  const own = withoutTrailingSlashes(path.replace(/^protocol\/openid-connect\//, ''));
  return METHODS.find(([pattern]) => pattern.test(own))?.[1] ?? null;
}

/** Rejects what Keycloak would serve but a Linkgate realm doesn't. */
export function notServedResponse(session: KeycloakSession): Response {
  return rejectByPage(session, problem('not_found'));
}

/** Whether a response is what the server's framework returns when no endpoint serves a request below a realm. */
function isNotServed(
  session: KeycloakSession,
  response: ContainerResponseContext,
  request: ContainerRequestContext,
): boolean {
  const status = response.getStatus();
  if (status !== 404 && status !== 405 && status !== 500) return false;
  if (partsBelowRealm(pathOf(session)) === null) return false;
  // Keycloak's page for unknown paths could not be rendered.
  if (status === 500) return response.getEntity() === null && hasMalformedLanguage(session, request);
  const entity = response.getEntity();
  return entity !== null && /"error":"HTTP 40[45]/.test(JsonSerialization.writeValueAsString(entity));
}

/** Rewrites such a response in the contract's error format. */
export function replaceNotServed(
  session: KeycloakSession,
  response: ContainerResponseContext,
  request: ContainerRequestContext,
): void {
  if (!isNotServed(session, response, request)) return;
  const methods = methodsOf(partsBelowRealm(pathOf(session))?.join('/') ?? '');
  if (methods === null || methods.includes(request.getMethod())) {
    replaceByProblem(response, problem('not_found'));
  } else {
    const choices = methods.join(', ');
    replaceByProblem(response, problem('method_not_allowed', { choices }));
    response.getHeaders().putSingle('Allow', choices);
  }
}
