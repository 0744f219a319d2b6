/** What a finished response passes, in this order, to be as the contract has it; the guards' rejections already have that form. */
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

/** Each undoes what Keycloak did where that must not stand, and says whether it did; after one that did, nothing is left to undo. */
const UNDOING: readonly Of<boolean>[] = [
  rollBackEnded,
  rejectComingBack,
  rejectLeavingOut,
  takeBackEndedToken,
];

/** The only answer above 299 that is about what a browser has stored. */
const NOT_MODIFIED = 304;

/** Marks a request that a guard rejected. */
const REJECTED = 'linkgate.rejected';

/** Notes that the filter has answered the request itself: nothing was done that could be undone or reported. */
export function noteRejected(request: ContainerRequestContext): void {
  request.setProperty(REJECTED, 'true');
}

/** Brings a response into its form; `name` is the class and method that served it. */
export function bringIntoForm(
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

/** Whatever is reported is reported about a response that is final. */
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

/** Errors and redirects are for one browser at one moment (contract, section 7.1), and so is a rejection that a page posts to the client. */
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
