/** The steps of opening a link, in order, from the request to the sign-in; the first to respond ends the flow. */
import type { Response } from 'keycloak';
import { guardSteps, type Opening, openingSteps } from '../../http/pages/opening-steps.ts';
import { requireConfirmation } from './confirm.ts';
import { continueSignIn } from './continue-sign-in.ts';
import { offerCrossDevice, showApproved } from './cross-device.ts';
import { findDestination } from './find-destination.ts';
import { findLink } from './find-link.ts';
import type { WithLink } from './known.ts';
import { findOtherUser } from './other-user.ts';
import { redeem } from './redeem.ts';
import { findSettings, rejectOtherNetwork, rejectUnusable } from './reject-unusable.ts';
import { sendNewLink } from './send-new-link.ts';
import { confirmFirst, continueInTab, findPlace, findStepLink, rejectOver, requireHttps } from './step.ts';

/** Of a link that a step sent; a Linkgate realm has such links only after an identity provider. */
export const openStepLink = guardSteps
  .check(requireHttps)
  .find(findStepLink)
  .check(rejectOver)
  .find(findPlace)
  .check(confirmFirst)
  .end(continueInTab);

function openOfStep({ session, method, endpoint, path, link }: Opening & WithLink): Response | null {
  return link.row.request.ofStep === undefined ? null : openStepLink({ session, method, endpoint, path });
}

/** Of any other link, in a Linkgate realm. */
export const openLink = openingSteps
  .find(findLink)
  .check(openOfStep)
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
