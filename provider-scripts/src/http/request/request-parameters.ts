/** Reads the parameters of a request in the filter, before Keycloak has looked at the body. */
import type { ContainerRequestContext, KeycloakSession } from 'keycloak';
import { type Problem, problem } from '../../platform/errors/problem.ts';
import { headerOf } from '../../platform/session/headers.ts';
import { requestOf } from '../../platform/session/request.ts';
import { MAX_BODY_BYTES } from './body-limit.ts';
import { type Parameters, parseForm } from './parameters.ts';

const Requests = Java.type('org.linkgate.host.Requests');

/** Bodies of other methods are neither read nor awaited. */
const WITH_BODY = ['POST', 'PUT', 'PATCH'];

const FORM_TYPE = 'application/x-www-form-urlencoded';
const FORM = /^application\/x-www-form-urlencoded\s*(;|$)/i;

/** The rejection of an endpoint that accepts only forms. */
export const NO_FORM = problem('form_required');

/** How many pairs the server's framework reads; it responds to more with 500. */
const MAX_PAIRS = 1000;

/**
 * Reads the form of a request, null if the body isn't one, and leaves the body unchanged for Keycloak. Reports bodies that
 * Keycloak would respond to with 500, at any endpoint.
 */
export function readForm(
  session: KeycloakSession,
  request: ContainerRequestContext,
): { form: Parameters | null } | { problem: Problem } {
  const type = headerOf(session, 'Content-Type');
  if (type === null) return { form: null };
  const wrong = type === FORM_TYPE ? null : checkType(type);
  if (wrong) return { problem: wrong };
  if (!isForm(type) || !WITH_BODY.includes(requestOf(session).method)) return { form: null };
  const text = bodyText(request);
  if (text.split('&').length > MAX_PAIRS) return { problem: problem('form_too_long', { max: MAX_PAIRS }) };
  const form = parseForm(text);
  if (form !== null) return { form };
  return { problem: problem('form_not_encoded') };
}

/** The same in a stock realm, where nothing is rejected: null for any other body, one without a declared length, and a large one. */
export function readShortForm(session: KeycloakSession, request: ContainerRequestContext): Parameters | null {
  const length = Number(headerOf(session, 'Content-Length') ?? 0);
  if (!(length > 0 && length <= MAX_BODY_BYTES)) return null;
  const read = readForm(session, request);
  return 'form' in read ? read.form : null;
}

function isForm(type: string): boolean {
  return type === FORM_TYPE || FORM.test(type);
}

function checkType(type: string): Problem | null {
  if (/^multipart\//i.test(type)) return problem('multipart_not_supported');
  if (/^application\/x-www-form-urlencoded/i.test(type) && !FORM.test(type)) return NO_FORM;
  // Checks every occurrence: the server's framework, a proxy and we may each use a different one.
  const charsets = type.match(/charset\s*=\s*"?[^";\s]*/gi) ?? [];
  if (charsets.every((charset) => /=\s*"?utf-?8$/i.test(charset))) return null;
  return problem('charset_not_utf8');
}

/** The text of a body, which stays readable. */
export function bodyText(request: ContainerRequestContext): string {
  return Requests.bodyOf(request, MAX_BODY_BYTES);
}

/** Replaces the body that Keycloak reads. */
export function replaceBodyText(request: ContainerRequestContext, text: string): void {
  Requests.replaceBody(request, text);
}

/** Removes a parameter from the form that Keycloak reads. */
export function dropFromForm(request: ContainerRequestContext, name: string): void {
  filterForm(request, (pair) => decodeURIComponent(pair.split('=')[0] ?? '') !== name);
}

/** Replaces a parameter of the form that Keycloak reads; undefined removes it. */
export function replaceInForm(
  request: ContainerRequestContext,
  name: string,
  value: string | undefined,
): void {
  dropFromForm(request, name);
  if (value === undefined) return;
  const others = bodyText(request);
  const pair = `${encodeURIComponent(name)}=${encodeURIComponent(value)}`;
  replaceBodyText(request, others === '' ? pair : `${others}&${pair}`);
}

/** Removes empty parameters from the form, which count as omitted (RFC 6749, section 3.1): Keycloak reads them as empty texts. */
export function dropEmpty(request: ContainerRequestContext, form: Parameters): void {
  if (Object.keys(form).some((name) => form[name]?.includes(''))) filterForm(request, hasValue);
}

function hasValue(pair: string): boolean {
  const equals = pair.indexOf('=');
  return equals >= 0 && equals < pair.length - 1;
}

function filterForm(request: ContainerRequestContext, matches: (pair: string) => boolean): void {
  replaceBodyText(request, bodyText(request).split('&').filter(matches).join('&'));
}
