/** Steps that bring a finished response into the contract's form, in order; the guards' rejections already have it. */
import type { ContainerRequestContext, ContainerResponseContext, KeycloakSession } from 'keycloak';
import { replaceMalformedHeaders } from '../../http/request/malformed-headers.ts';
import { isBroker, partsBelowRealm } from '../../http/request/realm-path.ts';
import { responseLimitHeaders } from '../../http/response/rate-limit-headers.ts';
import { FIRST_REDIRECT_STATUS, writeResponse } from '../../http/response/replace-response.ts';
import { pathOf } from '../../platform/session/address.ts';
import { sessionValue } from '../../platform/session/values.ts';
import { noticeNewDevice } from '../../sign-in/new-device/notice.ts';
import { settleAddress } from '../../sign-in/provider/arrival.ts';
import { rollBackEndedTab } from '../../sign-in/tabs/ended-meanwhile.ts';
import { replaceAppRedirect } from '../keycloak/app-redirect.ts';
import { rollBackEndedToken } from '../keycloak/ended-token.ts';
import { restoreState } from '../keycloak/exact-state.ts';
import { rollBackUnapprovedClient } from '../keycloak/from-provider.ts';
import { rollBackRejectedAddress } from '../keycloak/new-address.ts';
import { replaceNotServed } from '../keycloak/not-served.ts';
import { addNonce } from '../keycloak/oauth/dpop/nonce.ts';
import { setKeySetType } from '../keycloak/oauth/key-set-type.ts';
import { passMaxAge, rollBackOldSignIn } from '../keycloak/old-sign-ins.ts';
import { rollBackSkippedSteps } from '../keycloak/skipped-steps.ts';
import { type Endpoint, endpointAt } from './endpoints.ts';
import { shortenHeaders } from './shorten-headers.ts';

type ResponseStep<T> = (
  session: KeycloakSession,
  response: ContainerResponseContext,
  request: ContainerRequestContext,
  endpoint: Endpoint | null,
) => T;

/** Before anything is rolled back or rewritten. */
const FIRST: readonly ResponseStep<void>[] = [
  replaceNotServed,
  setKeySetType,
  (session, _, request) => replaceMalformedHeaders(session, request),
  settleProvidedAddress,
];

/** Of a response whose status is final. */
const LATER: readonly ResponseStep<void>[] = [
  noticeNewDevice,
  restoreState,
  replaceAppRedirect,
  passMaxAge,
  addNonce,
  shortenCookies,
];

/** Each rolls back an action of Keycloak's that is not allowed, and returns whether it did; the first one that did ends the list. */
const ROLLBACKS: readonly ResponseStep<boolean>[] = [
  rollBackEndedTab,
  rollBackRejectedAddress,
  rollBackUnapprovedClient,
  rollBackSkippedSteps,
  rollBackOldSignIn,
  rollBackEndedToken,
];

/** The only status above 299 that refers to a cached response. */
const NOT_MODIFIED = 304;

/** Whether a guard rejected the request. */
const REJECTED = sessionValue<true>('rejected');

/** Marks a request that the filter itself rejected: there is nothing to roll back or report. */
export function markRejected(session: KeycloakSession): void {
  REJECTED.record(session, true);
}

/** Runs all steps; `name` is the class and method that served the request. */
export function runResponseSteps(
  session: KeycloakSession,
  request: ContainerRequestContext,
  response: ContainerResponseContext,
  name: string,
): void {
  const endpoint = endpointAt(name);
  for (const step of FIRST) step(session, response, request, endpoint);
  const body = rollBackOrRewrite(session, response, request, endpoint);
  for (const step of LATER) step(session, response, request, endpoint);
  writeResponse(response, body, {
    ...storingHeaders(session, response, endpoint),
    ...responseLimitHeaders(session, response),
  });
}

/** Decides whether the address is verified that an account has after the way back from an identity provider. */
function settleProvidedAddress(session: KeycloakSession): void {
  if (isBroker(pathOf(session)) && !session.getTransactionManager().getRollbackOnly()) settleAddress(session);
}

/** Runs the rollbacks before the rewrite, so that events report a final response. Returns the JSON that replaces the body; null if it stays. */
function rollBackOrRewrite(
  session: KeycloakSession,
  response: ContainerResponseContext,
  request: ContainerRequestContext,
  endpoint: Endpoint | null,
): object | null {
  if (REJECTED.of(session) !== null) return null;
  const rollbacks = endpoint?.withoutBrowser === true ? [] : ROLLBACKS;
  for (const rollBack of rollbacks) if (rollBack(session, response, request, endpoint)) return null;
  endpoint?.rewrite?.(session, response);
  return endpoint?.rewriteBody?.(session, response) ?? null;
}

function shortenCookies(
  _session: KeycloakSession,
  _response: ContainerResponseContext,
  _request: ContainerRequestContext,
  endpoint: Endpoint | null,
): void {
  if (endpoint?.withoutBrowser !== true) shortenHeaders();
}

/** Forbids caching of errors, redirects (contract, section 7.1) and rejections that a page posts to the client. */
function storingHeaders(
  session: KeycloakSession,
  response: ContainerResponseContext,
  endpoint: Endpoint | null,
): Record<string, string> {
  const forbidden = { 'Cache-Control': 'no-store' };
  if (endpoint?.neverStored === true) return forbidden;
  if (partsBelowRealm(pathOf(session)) === null) return {};
  const status = response.getStatus();
  const isPrivate =
    REJECTED.of(session) !== null || (status >= FIRST_REDIRECT_STATUS && status !== NOT_MODIFIED);
  return isPrivate && !(response.getHeaderString('Cache-Control') ?? '').includes('no-store')
    ? forbidden
    : {};
}
