/** The steps of opening a link, in order, from the request to the sign-in; the first to respond ends the flow. */
import { openingSteps } from '../../pages/opening-steps.ts';
import { requestFirst } from './confirm.ts';
import { continueSignIn } from './continue-sign-in.ts';
import { offerCrossDevice, showApproved } from './cross-device.ts';
import { findDestination } from './find-destination.ts';
import { findLink } from './find-link.ts';
import { findOtherUser } from './other-user.ts';
import { redeem } from './redeem.ts';
import { findSettings, rejectOtherNetwork, rejectOver } from './reject-unusable.ts';
import { sendNewLink } from './send-new-link.ts';

/** The whole flow. */
export const useLink = openingSteps
  .find(findLink)
  .check(sendNewLink)
  .check(showApproved)
  .check(rejectOver)
  .find(findSettings)
  .check(rejectOtherNetwork)
  .find(findOtherUser)
  .check(offerCrossDevice)
  .check(requestFirst)
  .find(findDestination)
  .find(redeem)
  .end(continueSignIn);
