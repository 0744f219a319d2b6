/** Replaces a finished response of an endpoint with ours. */
import type { ContainerResponseContext, Response } from 'keycloak';
import type { Problem } from '../errors/problem.ts';
import { errorBody } from './error-body.ts';

const MediaType = Java.type('jakarta.ws.rs.core.MediaType');

/** The lowest status of an error. */
export const FIRST_ERROR_STATUS = 400;

/** Replaces the body; status and headers stay. */
export function replaceResponseBody(response: ContainerResponseContext, body: object): void {
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
