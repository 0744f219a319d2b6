/** Makes the HTTP answers of Linkgate's own endpoints. */
import type { KeycloakSession, Response, ResponseBuilder } from 'keycloak';
import { type AnswerFormat, answerBody, type FieldProblem } from './answer-body.ts';
import { wireCode } from './errors.ts';
import { invalidFields, type Problem, problem } from './problem.ts';

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

/** The answer of a REST endpoint to fields that aren't good. */
export function invalidAnswer(details: readonly FieldProblem[]): Response {
  return problemAnswer('rest', invalidFields(details)).build();
}

/** The answer of a REST endpoint where there is nothing. */
export function notFoundAnswer(): Response {
  return problemAnswer('rest', problem('not_found')).build();
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
  const list = allowed.join(', ');
  return jsonAnswer(405, answerBody(format, 'invalid_request', `method not allowed; use ${list}`))
    .header('Allow', list)
    .build();
}
