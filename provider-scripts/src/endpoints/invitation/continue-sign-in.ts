/** Redirects the new user to the client, which starts its own authorization request. */
import type { Response } from 'keycloak';
import { pendingProofSeconds } from '../../clients/landing.ts';
import type { Opening } from '../../http/pages/opening-steps.ts';
import { seeOther } from '../../http/response/responses.ts';
import { markProofPending } from '../../sign-in/tabs/pending-proof.ts';
import type { WithProof } from '../../sign-in/tabs/proof.ts';
import { resumeSignIn } from '../../sign-in/tabs/resume-sign-in.ts';
import type { WithInvitation } from './find-invitation.ts';

/** The last step. */
export function continueSignIn({
  session,
  client,
  landing,
  proof,
}: Opening & WithInvitation & WithProof): Response {
  markProofPending(session, resumeSignIn(session, proof), pendingProofSeconds(client));
  return seeOther(landing);
}
