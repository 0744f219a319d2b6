/** Filters all requests to a Linkgate realm and their responses, including those of Keycloak's own endpoints. */

import type {
  ContainerRequestContext,
  ContainerResponseContext,
  KeycloakSession,
  Response,
  Throwable,
} from 'keycloak';
import { rejectByPage } from '../../http/pages/reject-by-page.ts';
import { replaceMalformedHeaders } from '../../http/request/malformed-headers.ts';
import { partsBelowRealm, resourceOf } from '../../http/request/realm-path.ts';
import { formatOf } from '../../http/response/formats.ts';
import { problemResponse } from '../../http/response/responses.ts';
import { log } from '../../platform/engine/log.ts';
import { ERROR_CODES } from '../../platform/errors/catalogue/codes.ts';
import { problem } from '../../platform/errors/problem.ts';
import { requireRealm } from '../../platform/keycloak/realm.ts';
import { pathOf } from '../../platform/session/address.ts';
import { warnOfUnclearSwitch } from '../../realm/settings/enabled.ts';
import { recordFirstSignIn } from '../../sign-in/provider/arrival.ts';
import { recordRequestStart } from '../../sign-in/tabs/basis.ts';
import { warnOfSettings } from '../admin/problems/settings.ts';
import { recordLinkingTabs } from '../keycloak/skipped-steps.ts';
import { normaliseCredentials } from './credentials-header.ts';
import { endpointAt } from './endpoints.ts';
import { blamesRequest, commitLast, finish, rollBackAndRespond } from './finish.ts';
import { isOutage } from './outage.ts';
import { dropMalformedSession } from './plain-request.ts';
import { respondToRequest } from './request-steps.ts';
import { markRejected, runResponseSteps } from './response-steps.ts';

const JavaWebApplicationException = Java.type('jakarta.ws.rs.WebApplicationException');

/** The filter's functions; `endpoint` is the class and method that serve the request. */
export const FILTER = {
  /** Returns a response to end the request, or null. */
  request(session: KeycloakSession, request: ContainerRequestContext, endpoint: string): Response | null {
    warnOfUnclearSwitch(requireRealm(session));
    warnOfSettings(session);
    dropMalformedSession(session, request);
    recordRequestStart(session);
    recordLinkingTabs(session);
    recordFirstSignIn(session);
    replaceMalformedHeaders(session, request);
    normaliseCredentials(session, request);
    const response = respondToRequest(session, request, endpoint);
    if (response !== null) markRejected(session);
    return response;
  },

  /** Brings a finished response into the contract's form; the guards' rejections already have it. */
  response(
    session: KeycloakSession,
    request: ContainerRequestContext,
    response: ContainerResponseContext,
    endpoint: string,
  ): void {
    if (partsBelowRealm(pathOf(session)) === null) {
      runResponseSteps(session, request, response, endpoint);
      return;
    }
    finish(
      session,
      response,
      () => {
        if (endpointAt(endpoint)?.detectsDuplicates !== true && blamesRequest(session, response)) {
          rollBackAndRespond(
            session,
            response,
            unavailable(session, 'a statement failed in a Keycloak flow'),
          );
          return;
        }
        runResponseSteps(session, request, response, endpoint);
        commitLast(session, response);
      },
      (failure) => FILTER.failure(session, failure),
    );
  },

  /** Returns the response to a request below a realm that failed because of an outage or overload; null for any other failure. */
  failure(session: KeycloakSession, failure: Throwable): Response | null {
    const path = pathOf(session);
    if (partsBelowRealm(path) === null || !(isOutage(failure) || isOverload(failure))) return null;
    return unavailable(session, String(failure.getMessage()).split('\n')[0] ?? '');
  },

  isOutage,
};

/** Logs an outage and returns its response. */
function unavailable(session: KeycloakSession, reason: string): Response {
  const realm = session.getContext().getRealm();
  log.error(`realm "${realm?.getName() ?? 'unknown'}": temporarily unavailable: ${reason}`);
  const failed = problem('temporarily_unavailable');
  const format = formatOf(resourceOf(pathOf(session)));
  // Rendering a page needs the realm's theme.
  return realm === null ? problemResponse(format, failed).build() : rejectByPage(session, failed, format);
}

/** Whether a failure is the host's own 503, which has no page yet. */
function isOverload(failure: Throwable): boolean {
  return (
    failure instanceof JavaWebApplicationException &&
    failure.getResponse().getStatus() === ERROR_CODES.temporarily_unavailable.status
  );
}
