/** Replaces a finished response of an endpoint with ours. */
import type { ContainerResponseContext, Response } from 'keycloak';
import { toJava } from '../../platform/engine/to-java.ts';
import type { Problem } from '../../platform/errors/problem.ts';
import { errorBody } from './error-body.ts';

const MediaType = Java.type('jakarta.ws.rs.core.MediaType');
const Responses = Java.type('org.linkgate.host.Responses');

/** The lowest statuses of a redirect and of an error. */
export const FIRST_REDIRECT_STATUS = 300;
export const FIRST_ERROR_STATUS = 400;

/** Where a response redirects to; null for any other response. */
export function redirectTarget(response: ContainerResponseContext): string | null {
  const status = response.getStatus();
  return status >= FIRST_REDIRECT_STATUS && status < FIRST_ERROR_STATUS
    ? response.getHeaderString('Location')
    : null;
}

export function setHeaders(
  response: ContainerResponseContext,
  headers: Readonly<Record<string, string>>,
): void {
  Responses.setHeaders(response, toJava(headers) as never);
}

/** The last step of a response: sets headers, and replaces the body by a JSON text unless `body` is null. */
export function writeResponse(
  response: ContainerResponseContext,
  body: object | null,
  headers: Readonly<Record<string, string>>,
): void {
  if (body === null && Object.keys(headers).length === 0) return;
  Responses.write(response, body === null ? null : JSON.stringify(body), toJava(headers) as never);
}

/** Replaces the body; status and headers stay. */
function replaceResponseBody(response: ContainerResponseContext, body: object): void {
  response.setEntity(JSON.stringify(body), null, MediaType.APPLICATION_JSON_TYPE);
}

/** Replaces the response by a protocol error, not to be cached. */
export function replaceByProblem(response: ContainerResponseContext, wrong: Problem): void {
  response.setStatus(wrong.status);
  replaceResponseBody(response, errorBody('protocol', wrong));
  response.getHeaders().putSingle('Cache-Control', 'no-store');
}

/** Replaces the response by a page with its status, not to be cached and without a redirect. */
export function replaceByPage(response: ContainerResponseContext, page: Response): void {
  response.setStatus(page.getStatus());
  response.setEntity(page.getEntity(), null, page.getMediaType());
  response.getHeaders().remove('Location');
  response.getHeaders().putSingle('Cache-Control', 'no-store');
}
