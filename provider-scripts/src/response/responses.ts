/** Makes the HTTP answers of Linkgate's own endpoints. */
import type { KeycloakSession, Response, ResponseBuilder } from 'keycloak';
import { type AnswerFormat, adminAnswerBody, answerBody, type FieldProblem } from './error-body.ts';
import { wireCode } from '../errors/codes.ts';
import { invalidFields, type Problem, problem, whyOf } from '../errors/problem.ts';
import { choice } from '../errors/admin-rejection.ts';

const URI = Java.type('java.net.URI');
const JavaResponse = Java.type('jakarta.ws.rs.core.Response');
const SecurityHeadersProvider = Java.type('org.keycloak.headers.SecurityHeadersProvider');

/** How long a caller should wait after 503, in seconds. */
const RETRY_AFTER_SECONDS = 30;

/** A JSON response that nobody may store. */
export function jsonAnswer(status: number, body: object): ResponseBuilder {
  return JavaResponse.status(status)
    .entity(JSON.stringify(body))
    .type('application/json')
    .header('Cache-Control', 'no-store');
}

/** How a caller can authenticate. On `Basic` a browser asks the person for a password, so only callers that used it get that. */
export type Challenge = 'Bearer' | 'Basic';

/** A refusal as JSON, with the headers that its status requires. */
export function problemAnswer(
  format: AnswerFormat,
  wrong: Problem,
  challenge: Challenge = 'Bearer',
): ResponseBuilder {
  const answer = jsonAnswer(wrong.status, answerBody(format, wrong.code, wrong.text, wrong.details));
  for (const [name, value] of Object.entries(problemHeaders(wrong, challenge))) answer.header(name, value);
  return answer;
}

/** The admin API's answer to what it refuses. */
export function refusalAnswer(wrong: Problem): Response {
  const answer = jsonAnswer(wrong.status, adminAnswerBody(wrong.code, whyOf(wrong), wrong.details));
  for (const [name, value] of Object.entries(problemHeaders(wrong))) answer.header(name, value);
  return answer.build();
}

/** The admin API's answer to fields that aren't good. */
export function invalidAnswer(details: readonly FieldProblem[]): Response {
  return refusalAnswer(invalidFields(details));
}

/** The admin API's answer where there is nothing. */
export function notFoundAnswer(): Response {
  return refusalAnswer(problem('not_found'));
}

/** `WWW-Authenticate` on 401 (RFC 9110, section 15.5.2) and `Retry-After` on 503. */
export function problemHeaders(wrong: Problem, challenge: Challenge = 'Bearer'): Record<string, string> {
  if (wrong.status === 401) {
    const scheme = challenge === 'Basic' ? 'Basic realm="linkgate",' : 'Bearer';
    return { 'WWW-Authenticate': `${scheme} error="${wireCode(wrong.code)}"` };
  }
  if (wrong.status === 503) return { 'Retry-After': String(RETRY_AFTER_SECONDS) };
  return {};
}

/** Sends a browser on to an address; nobody stores that. */
export function seeOther(address: string): Response {
  return JavaResponse.seeOther(URI.create(address)).header('Cache-Control', 'no-store').build();
}

/** An empty response that nobody may store. */
export function noContent(session: KeycloakSession): ResponseBuilder {
  session.getProvider(SecurityHeadersProvider.class).options().allowEmptyContentType();
  return JavaResponse.noContent().header('Cache-Control', 'no-store');
}

/** 405 with the supported methods. */
export function methodNotAllowed(format: AnswerFormat, allowed: readonly string[]): Response {
  return withAllowed(allowed, (text) => answerBody(format, 'invalid_request', text));
}

/** The same of the admin API. */
export function adminMethodNotAllowed(allowed: readonly string[]): Response {
  return withAllowed(allowed, (text) => adminAnswerBody('invalid_request', choice(text, allowed)));
}

function withAllowed(allowed: readonly string[], body: (text: string) => object): Response {
  const list = allowed.join(', ');
  return jsonAnswer(405, body(`method not allowed; use ${list}`))
    .header('Allow', list)
    .build();
}
