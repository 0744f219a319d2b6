/** Replaces malformed request headers that make stock Keycloak respond with 500 instead of a client error. */
import type { ContainerRequestContext, KeycloakSession } from 'keycloak';
import { headerOf, setHeader } from '../../platform/session/headers.ts';

/** A header: how the server reads it, the usual values that it can read, and the replacement for one that it can't. */
interface Read {
  name: string;
  usual: RegExp;
  read: (request: ContainerRequestContext) => unknown;
  instead: string;
}

const CONTENT_TYPE: Read = {
  name: 'Content-Type',
  usual: /^[a-z]+\/[a-z-]+(; ?charset=utf-8)?$/i,
  read: (request) => request.getMediaType(),
  instead: 'application/octet-stream',
};
const LANGUAGES: Read = {
  name: 'Accept-Language',
  usual: /^(\*|[a-z]{2}(-[A-Z]{2})?)(;q=0\.\d)?(, ?(\*|[a-z]{2}(-[A-Z]{2})?)(;q=0\.\d)?)*$/,
  read: (request) => request.getAcceptableLanguages(),
  instead: '*',
};

/** Whether the server can't read a header. */
function isMalformed(
  session: KeycloakSession,
  request: ContainerRequestContext,
  { name, usual, read }: Read,
): boolean {
  const value = headerOf(session, name);
  if (value === null || usual.test(value)) return false;
  try {
    read(request);
    return false;
  } catch {
    return true;
  }
}

export function replaceMalformedHeaders(session: KeycloakSession, request: ContainerRequestContext): void {
  for (const header of [CONTENT_TYPE, LANGUAGES])
    if (isMalformed(session, request, header)) setHeader(session, request, header.name, header.instead);
}

/** Whether Keycloak could not render its error page because of the requested language. */
export function hasMalformedLanguage(session: KeycloakSession, request: ContainerRequestContext): boolean {
  return isMalformed(session, request, LANGUAGES);
}
