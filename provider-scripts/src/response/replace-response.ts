/** Replaces a finished response of an endpoint with ours. */
import type { ContainerResponseContext, Response } from 'keycloak';
import type { Problem } from '../errors/problem.ts';
import { errorBody } from './error-body.ts';

const MediaType = Java.type('jakarta.ws.rs.core.MediaType');

/** Responses from this status on reject something. */
export const FIRST_ERROR_STATUS = 400;

/** Another body; status and headers stay. */
export function replaceResponseBody(response: ContainerResponseContext, body: object): void {
  response.setEntity(JSON.stringify(body), null, MediaType.APPLICATION_JSON_TYPE);
}

/** An error of the protocol: its status and its body, which nobody stores. */
export function replaceByProblem(response: ContainerResponseContext, wrong: Problem): void {
  response.setStatus(wrong.status);
  replaceResponseBody(response, errorBody('protocol', wrong));
  response.getHeaders().putSingle('Cache-Control', 'no-store');
}

/** A page with its status, which nobody stores and which leads nowhere. */
export function replaceByPage(response: ContainerResponseContext, page: Response): void {
  response.setStatus(page.getStatus());
  response.setEntity(page.getEntity(), null, page.getMediaType());
  response.getHeaders().remove('Location');
  response.getHeaders().putSingle('Cache-Control', 'no-store');
}
