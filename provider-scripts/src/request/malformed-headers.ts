/** Replaces malformed request headers that make stock Keycloak respond with 500 instead of a client error. */
import type { ContainerRequestContext } from 'keycloak';

/** For each header: how the server reads it, and the replacement if it can't. */
const HEADERS: readonly [
  name: string,
  read: (request: ContainerRequestContext) => unknown,
  instead: string,
][] = [
  ['Content-Type', (request) => request.getMediaType(), 'application/octet-stream'],
  ['Accept-Language', (request) => request.getAcceptableLanguages(), '*'],
];

/** Whether the server can't read a header. */
function isMalformed(
  request: ContainerRequestContext,
  read: (request: ContainerRequestContext) => unknown,
): boolean {
  try {
    read(request);
    return false;
  } catch {
    return true;
  }
}

/** Replaces malformed headers. */
export function replaceMalformedHeaders(request: ContainerRequestContext): void {
  for (const [name, read, instead] of HEADERS) {
    if (isMalformed(request, read)) request.getHeaders().putSingle(name, instead);
  }
}

/** Whether Keycloak could not render its error page because of the requested language. */
export function hasMalformedLanguage(request: ContainerRequestContext): boolean {
  return isMalformed(request, (given) => given.getAcceptableLanguages());
}
