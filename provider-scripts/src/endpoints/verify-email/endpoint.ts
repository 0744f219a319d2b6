/** `GET /verify-email`: uses a link and continues the sign-in it was requested for (contract, section 4.9); `POST` is for the forms of its own pages. */
import type { InputStream, KeycloakSession, Response } from 'keycloak';
import { guardSteps, type Opening, openingSteps, requireHttps } from '../../http/pages/opening-steps.ts';
import { pathBelow } from '../../http/request/own-path.ts';
import { endUse } from '../../links/magic-link/redeem.ts';
import { requireRealm } from '../../platform/keycloak/realm.ts';
import { queryParameter } from '../../platform/session/address.ts';
import { findOtherUser, requireConfirmation } from './confirm.ts';
import { continueSignIn } from './continue-sign-in.ts';
import { offerCrossDevice, showApproved } from './cross-device.ts';
import { findLink } from './find-link.ts';
import type { WithLink } from './known.ts';
import { findDestination, redeem } from './redeem.ts';
import { findSettings, rejectOtherNetwork, rejectUnusable } from './reject-unusable.ts';
import { sendNewLink } from './send-new-link.ts';
import {
  confirmFirst,
  continueInTab,
  findPlace,
  findStepLink,
  rejectOver,
  requireHere,
  sendAnother,
  stepLinkOf,
} from './step.ts';
import { traceOpening, traceScan } from './trace.ts';

/** In a stock realm. */
export const STEP_VERIFY_EMAIL = {
  /** Whether a request is for a link that a step of this realm sent; any other finds Keycloak's own 404. */
  serves(session: KeycloakSession): boolean {
    const isHere = pathBelow(session, 'verify-email') === '';
    return isHere && requireRealm(session).isEnabled() && stepLinkOf(session) !== null;
  },

  handle(session: KeycloakSession, method: string, _body: InputStream): Response {
    traceScan(session, method);
    return openStepLink({ session, method, endpoint: 'verify-email', path: '' });
  },
};

/** In a Linkgate realm. */
export const VERIFY_EMAIL = {
  handle(session: KeycloakSession, method: string, body: InputStream): Response {
    // Only the forms for links that were sent after an identity provider have the token in the query.
    const isOfStep = method === 'POST' && queryParameter(session, 'token') !== null;
    if (isOfStep && STEP_VERIFY_EMAIL.serves(session)) return STEP_VERIFY_EMAIL.handle(session, method, body);
    const path = pathBelow(session, 'verify-email');
    traceScan(session, method);
    const response = openLink({ session, method, endpoint: 'verify-email', path });
    // Before Keycloak stores the session.
    endUse(session);
    return response;
  },
};

/** The steps of opening a link, in order; the first to respond ends the flow. Of a link that a step sent; a Linkgate realm has such links only after an identity provider. */
const openStepLink = guardSteps
  .check(requireHttps)
  .find(findStepLink)
  .check(traceOpening)
  .check(sendAnother)
  .check(showApproved)
  .check(rejectOver)
  .find(findPlace)
  .check(offerCrossDevice)
  .check(requireHere)
  .check(confirmFirst)
  .end(continueInTab);

function openOfStep({ session, method, endpoint, path, link }: Opening & WithLink): Response | null {
  return link.row.request.ofStep === undefined ? null : openStepLink({ session, method, endpoint, path });
}

/** Of any other link, in a Linkgate realm. */
const openLink = openingSteps
  .find(findLink)
  .check(openOfStep)
  .check(traceOpening)
  .check(sendNewLink)
  .check(showApproved)
  .check(rejectUnusable)
  .find(findSettings)
  .check(rejectOtherNetwork)
  .find(findOtherUser)
  .check(offerCrossDevice)
  .check(requireConfirmation)
  .find(findDestination)
  .find(redeem)
  .end(continueSignIn);
