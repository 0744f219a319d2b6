/** The steps of opening an invitation, in order, from the request to the sign-in; the first to respond ends the flow. */
import { openingSteps } from '../../http/pages/opening-steps.ts';
import { accept } from './accept.ts';
import { requireConfirmation } from './confirm.ts';
import { continueSignIn } from './continue-sign-in.ts';
import { findInvitation } from './find-invitation.ts';
import { optOut } from './opt-out.ts';
import { rejectUnusable } from './reject-unusable.ts';

/** The whole flow. */
export const openInvitation = openingSteps
  .check(optOut)
  .find(findInvitation)
  .check(rejectUnusable)
  .check(requireConfirmation)
  .find(accept)
  .end(continueSignIn);
