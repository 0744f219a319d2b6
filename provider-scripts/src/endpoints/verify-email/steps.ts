/** The steps of opening a link, in order, from the request to the sign-in; the first to respond ends the flow. */
import { openingSteps } from '../../http/pages/opening-steps.ts';
import { requireConfirmation } from './confirm.ts';
import { continueSignIn } from './continue-sign-in.ts';
import { offerCrossDevice, showApproved } from './cross-device.ts';
import { findDestination } from './find-destination.ts';
import { findLink } from './find-link.ts';
import { findOtherUser } from './other-user.ts';
import { redeem } from './redeem.ts';
import { findSettings, rejectOtherNetwork, rejectUnusable } from './reject-unusable.ts';
import { sendNewLink } from './send-new-link.ts';
import { openOfStep } from './step.ts';

/** The whole flow. */
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
