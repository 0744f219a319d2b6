/** Steps that bring a finished response into the contract's form, in order; the guards' rejections already have it. */
import type { ContainerRequestContext, ContainerResponseContext, KeycloakSession } from 'keycloak';
import { takeBackEndedToken } from '../endpoints/keycloak/ended-token.ts';
import { restoreState } from '../endpoints/keycloak/exact-state.ts';
import { rejectComingBack } from '../endpoints/keycloak/from-provider.ts';
import { leadToApp } from '../endpoints/keycloak/lead-to-app.ts';
import { rejectLeavingOut } from '../endpoints/keycloak/left-out-steps.ts';
import { isNotServed, rewriteNotServed } from '../endpoints/keycloak/not-served.ts';
import { typeKeySet } from '../endpoints/keycloak/oauth/key-set-type.ts';
import { setRateLimitHeaders } from '../rate-limit/headers.ts';
import { replaceMalformedHeaders } from '../request/malformed-headers.ts';
import { partsBelowRealm } from '../request/realm-path.ts';
import { rollBackEnded } from '../tabs/ended-meanwhile.ts';
import { type Endpoint, endpointAt } from './endpoints.ts';
import { shortenHeaders } from './shorten-headers.ts';

type Of<T> = (
  session: KeycloakSession,
  request: ContainerRequestContext,
  response: ContainerResponseContext,
  endpoint: Endpoint | null,
) => T;

const STEPS: readonly Of<void>[] = [
  respondNotServed,
  typeKeySet,
  replaceHeaders,
  undoOrRewrite,
  restoreState,
  leadToApp,
  forbidStoring,
  shortenHeaders,
  addRateLimitHeaders,
];

/** Each undoes an action of Keycloak's that is not allowed, and returns whether it did; the first that did ends the list. */
const UNDOING: readonly Of<boolean>[] = [
  rollBackEnded,
  rejectComingBack,
  rejectLeavingOut,
  takeBackEndedToken,
];

/** The only status above 299 that refers to a cached response. */
const NOT_MODIFIED = 304;

/** Marks a request that a guard rejected. */
const REJECTED = 'linkgate.rejected';

/** Marks a request that the filter itself rejected: there is nothing to undo or report. */
export function markRejected(request: ContainerRequestContext): void {
  request.setProperty(REJECTED, 'true');
}

/** Runs all steps; `name` is the class and method that served the request. */
export function runResponseSteps(
  session: KeycloakSession,
  request: ContainerRequestContext,
  response: ContainerResponseContext,
  name: string,
): void {
  const endpoint = endpointAt(name);
  for (const step of STEPS) step(session, request, response, endpoint);
}

function respondNotServed(
  _session: KeycloakSession,
  request: ContainerRequestContext,
  response: ContainerResponseContext,
): void {
  if (isNotServed(request, response)) rewriteNotServed(request, response);
}

function replaceHeaders(_session: KeycloakSession, request: ContainerRequestContext): void {
  replaceMalformedHeaders(request);
}

/** Runs the undoing steps before the rewrite, so that events report a final response. */
function undoOrRewrite(
  session: KeycloakSession,
  request: ContainerRequestContext,
  response: ContainerResponseContext,
  endpoint: Endpoint | null,
): void {
  if (request.getProperty(REJECTED) !== null) return;
  for (const undo of UNDOING) if (undo(session, request, response, endpoint)) return;
  endpoint?.rewrite?.(session, response);
}

/** Forbids caching of errors, redirects (contract, section 7.1) and rejections that a page posts to the client. */
function forbidStoring(
  _session: KeycloakSession,
  request: ContainerRequestContext,
  response: ContainerResponseContext,
): void {
  if (partsBelowRealm(request.getUriInfo().getPath()) === null) return;
  const status = response.getStatus();
  const isOfOne = request.getProperty(REJECTED) !== null || (status >= 300 && status !== NOT_MODIFIED);
  if (isOfOne && !(response.getHeaderString('Cache-Control') ?? '').includes('no-store'))
    response.getHeaders().putSingle('Cache-Control', 'no-store');
}

function addRateLimitHeaders(
  session: KeycloakSession,
  _request: ContainerRequestContext,
  response: ContainerResponseContext,
): void {
  setRateLimitHeaders(session, response);
}
