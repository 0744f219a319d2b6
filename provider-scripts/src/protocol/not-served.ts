/** What isn't served: paths that aren't there and methods that a path doesn't have, as the contract says it (section 7.3). */
import type { ContainerRequestContext, ContainerResponseContext } from 'keycloak';
import { answerBody } from './answer-body.ts';
import { ERRORS } from './errors.ts';

const MediaType = Java.type('jakarta.ws.rs.core.MediaType');

/** The methods of the paths that Keycloak serves, at either kind of path; behind them there is nothing. */
const METHODS: readonly [path: RegExp, methods: readonly string[]][] = [
  [/^auth$/, ['GET', 'POST']],
  [/^token$/, ['POST', 'OPTIONS']],
  [/^userinfo$/, ['GET', 'POST', 'OPTIONS']],
  [/^(introspect|token\/introspect)$/, ['POST']],
  [/^revoke$/, ['POST', 'OPTIONS']],
  [/^\.well-known\/(openid-configuration|oauth-authorization-server|jwks\.json)$/, ['GET', 'OPTIONS']],
];

/** The methods of a path below the realm, or null when there is nothing. */
export function methodsOf(path: string): readonly string[] | null {
  const own = path.replace(/^protocol\/openid-connect\//, '').replace(/\/+$/, '');
  return METHODS.find(([shape]) => shape.test(own))?.[1] ?? null;
}

/** Gives Keycloak's own 400, 404 and 405 answers to other callers than browsers the form of the contract's errors. */
export function rewriteNotServed(request: ContainerRequestContext, response: ContainerResponseContext): void {
  const status = response.getStatus();
  if ((status !== 400 && status !== 404 && status !== 405) || isPage(response)) return;
  const path = request
    .getUriInfo()
    .getPath()
    .replace(/^\/?realms\/[^/]+\//, '');
  const methods = methodsOf(path);
  if (status === 400) {
    setProblem(
      response,
      400,
      answerBody('protocol', 'invalid_request', 'a parameter has characters that it can not have'),
    );
  } else if (methods === null || methods.includes(request.getMethod())) {
    setProblem(response, 404, answerBody('protocol', 'not_found', ERRORS.not_found.text));
  } else {
    const list = methods.join(', ');
    setProblem(response, 405, answerBody('protocol', 'invalid_request', `method not allowed; use ${list}`));
    response.getHeaders().putSingle('Allow', list);
  }
}

function isPage(response: ContainerResponseContext): boolean {
  return response.getHeaderString('Content-Type')?.startsWith('text/html') ?? false;
}

function setProblem(response: ContainerResponseContext, status: number, body: object): void {
  response.setStatus(status);
  response.setEntity(JSON.stringify(body), null, MediaType.APPLICATION_JSON_TYPE);
  response.getHeaders().putSingle('Cache-Control', 'no-store');
}
