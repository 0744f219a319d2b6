/** What opening an invitation passes, from the request to the sign-in: named steps, in their order; the first that responds ends it. */
import {
  dropBraces,
  type Opening,
  rejectEmbedding,
  rejectOtherMethods,
  rejectOtherPaths,
  skipPrefetch,
} from '../../pages/opening-steps.ts';
import { stepsFrom } from '../../request/steps.ts';
import { accept } from './accept.ts';
import { askFirst } from './ask.ts';
import { continueSignIn } from './continue-sign-in.ts';
import { findInvitation } from './find-invitation.ts';
import { optOut } from './opt-out.ts';
import { rejectOver } from './reject-over.ts';

/** The whole flow. */
export const openInvitation = stepsFrom<Opening>()
  .check(rejectOtherPaths)
  .check(rejectOtherMethods)
  .check(skipPrefetch)
  .check(rejectEmbedding)
  .check(dropBraces)
  .check(optOut)
  .find(findInvitation)
  .check(rejectOver)
  .check(askFirst)
  .find(accept)
  .end(continueSignIn);
