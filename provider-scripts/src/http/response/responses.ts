/** Builds the HTTP responses of Linkgate's own endpoints. */
import type { KeycloakSession, Response, ResponseBuilder } from 'keycloak';
import { wireCode } from '../../platform/errors/catalogue/codes.ts';
import { type FieldProblem, invalidFields, type Problem, problem } from '../../platform/errors/problem.ts';
import { adminErrorBody, type ErrorFormat, errorBody } from './error-body.ts';

const URI = Java.type('java.net.URI');
const JavaResponse = Java.type('jakarta.ws.rs.core.Response');
const SecurityHeadersProvider = Java.type('org.keycloak.headers.SecurityHeadersProvider');

/** How long a caller should wait after 503, in seconds. */
const RETRY_AFTER_SECONDS = 30;

/** A JSON response that must not be cached. */
export function jsonResponse(status: number, body: object): ResponseBuilder {
  return JavaResponse.status(status)
    .entity(JSON.stringify(body))
    .type('application/json')
    .header('Cache-Control', 'no-store');
}

/** How a caller can authenticate. `Basic` makes a browser prompt for a password, so only callers that used it receive it. */
export type Challenge = 'Bearer' | 'Basic' | 'DPoP';

/** A problem as JSON, with the headers that its status requires. */
export function problemResponse(
  format: ErrorFormat,
  wrong: Problem,
  challenge: Challenge = 'Bearer',
): ResponseBuilder {
  return withHeaders(jsonResponse(wrong.status, errorBody(format, wrong)), problemHeaders(wrong, challenge));
}

/** The admin API's error response. */
export function adminProblemResponse(wrong: Problem): Response {
  const response = jsonResponse(wrong.status, adminErrorBody(wrong));
  return withHeaders(response, problemHeaders(wrong)).build();
}

/** The admin API's response to invalid fields. */
export function invalidFieldsResponse(details: readonly FieldProblem[]): Response {
  return adminProblemResponse(invalidFields(details));
}

/** The admin API's 404 response. */
export function notFoundResponse(): Response {
  return adminProblemResponse(problem('not_found'));
}

/** `WWW-Authenticate` on 401 (RFC 9110, section 15.5.2) and `Retry-After` on 503. */
export function problemHeaders(wrong: Problem, challenge: Challenge = 'Bearer'): Record<string, string> {
  if (wrong.status === 401) {
    const scheme = challenge === 'Basic' ? 'Basic realm="linkgate",' : challenge;
    return { 'WWW-Authenticate': `${scheme} error="${wireCode(wrong.code)}"` };
  }
  if (wrong.status === 503) return { 'Retry-After': String(RETRY_AFTER_SECONDS) };
  return {};
}

function withHeaders(response: ResponseBuilder, headers: Record<string, string>): ResponseBuilder {
  for (const [name, value] of Object.entries(headers)) response.header(name, value);
  return response;
}

/** Redirects a browser; the response must not be cached. */
export function seeOther(address: string): Response {
  return JavaResponse.seeOther(URI.create(address)).header('Cache-Control', 'no-store').build();
}

/** An empty response that must not be cached. */
export function noContent(session: KeycloakSession): ResponseBuilder {
  session.getProvider(SecurityHeadersProvider.class).options().allowEmptyContentType();
  return JavaResponse.noContent().header('Cache-Control', 'no-store');
}

/** 405 with the supported methods. */
export function methodNotAllowed(format: ErrorFormat, allowed: readonly string[]): Response {
  return withAllowed(allowed, (wrong) => errorBody(format, wrong));
}

/** The same for the admin API. */
export function adminMethodNotAllowed(allowed: readonly string[]): Response {
  return withAllowed(allowed, adminErrorBody);
}

function withAllowed(allowed: readonly string[], body: (wrong: Problem) => object): Response {
  const choices = allowed.join(', ');
  const wrong = problem('method_not_allowed', { choices });
  return jsonResponse(wrong.status, body(wrong)).header('Allow', choices).build();
}

/** Response statuses without an error code of the contract (RFC 9110, section 15). */
export const NO_CONTENT = 204;
export const FORBIDDEN = 403;

/** The status of a page for a link that isn't valid. */
export const UNAUTHORIZED = 401;
