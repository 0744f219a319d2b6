/**
 * Rejects requests with control characters, which would break the lines of the server's log or control the terminal that shows it: Keycloak
 * logs some values unescaped. A malformed cookie, which a browser would keep sending, is removed instead.
 */

import type { ContainerRequestContext, KeycloakSession } from 'keycloak';
import { hasControlCharactersInToken } from '../../http/request/decoded-texts.ts';
import type { Parameters } from '../../http/request/parameters.ts';
import {
  type ControlCharacterRules,
  hasControlCharactersInValue,
  nameWithControlCharacters,
} from '../../http/request/plain-values.ts';
import { bodyText } from '../../http/request/request-parameters.ts';
import { textOf } from '../../platform/engine/bytes.ts';
import { hasControlCharacters } from '../../platform/engine/control-characters.ts';
import { parseUntrustedJson } from '../../platform/engine/json.ts';
import { inOneLine } from '../../platform/engine/one-line.ts';
import { type Problem, problem } from '../../platform/errors/problem.ts';
import { pathOf, queryOf } from '../../platform/session/address.ts';
import { COOKIE, hasCookie, headerValues, removeHeader, setHeader } from '../../platform/session/headers.ts';
import { callerAddress } from '../../realm/limits/count.ts';

const Base64Url = Java.type('org.keycloak.common.util.Base64Url');

/** Keycloak's cookie of a sign-in in progress, and the parameter of the same name. Keycloak logs both, decoded, if they are malformed. */
const SESSION_COOKIE = 'AUTH_SESSION_ID';
const SESSION_PARAMETER = 'auth_session_id';
/** The decoded value: an identifier and its signature. */
const SIGNED_ID = /^[\w.-]+\.[\w-]+$/;

/** Checks a request's path, caller address, query and form. */
export function checkControlCharacters(
  session: KeycloakSession,
  form: Parameters | null,
  rules: ControlCharacterRules,
): Problem | null {
  const query = queryOf(session);
  if (hasControlCharacters(pathOf(session))) return controlCharactersProblem('path');
  // A forwarding header lets its sender choose the address.
  if (hasControlCharacters(callerAddress(session))) return controlCharactersProblem('address');
  const name =
    nameWithControlCharacters(query, { ...rules, lines: false }) ??
    (form === null ? null : nameWithControlCharacters(form, rules));
  if (name !== null) return controlCharactersProblem(inOneLine(name));
  return (query[SESSION_PARAMETER] ?? []).every(isSessionId)
    ? null
    : problem('malformed', { parameter: SESSION_PARAMETER });
}

/** Checks a JSON body; Keycloak reports a malformed one. */
export function checkJsonControlCharacters(request: ContainerRequestContext): Problem | null {
  try {
    return hasControlCharactersInValue(parseUntrustedJson(bodyText(request)))
      ? controlCharactersProblem('body')
      : null;
  } catch {
    return null;
  }
}

/** Checks a body that is a bare token, as an identity provider posts it for back-channel logout. */
export function checkTokenControlCharacters(request: ContainerRequestContext): Problem | null {
  return hasControlCharactersInToken(bodyText(request), false) ? controlCharactersProblem('body') : null;
}

function controlCharactersProblem(where: string): Problem {
  return problem('control_characters', { parameter: where });
}

function isSessionId(value: string): boolean {
  try {
    return SIGNED_ID.test(textOf(Base64Url.decode(value)));
  } catch {
    return false;
  }
}

/** Removes a malformed sign-in cookie, which a browser would send with each request. */
export function dropMalformedSession(session: KeycloakSession, request: ContainerRequestContext): void {
  if (!hasCookie(session, SESSION_COOKIE) || hasUsableSession(request)) return;
  const remaining: string[] = [];
  for (const header of headerValues(session, COOKIE))
    for (const pair of header.split(/[;,]/))
      if (!pair.trim().startsWith(SESSION_COOKIE)) remaining.push(pair.trim());
  setHeader(session, request, COOKIE, remaining.join('; '));
  // If the framework parses the header differently, drop it as a whole.
  if (!hasUsableSession(request)) removeHeader(session, request, COOKIE);
}

function hasUsableSession(request: ContainerRequestContext): boolean {
  const cookie = request.getCookies().get(SESSION_COOKIE);
  // In a cluster the node's name follows.
  return cookie === null || cookie.getValue() === '' || isSessionId(cookie.getValue().split('.')[0] ?? '');
}
