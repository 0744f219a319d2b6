/** Redirects the new user to the client, which starts its own authorization request. */
import type { Response } from 'keycloak';
import { pendingProofSeconds } from '../../client/landing.ts';
import type { Opening } from '../../pages/opening-steps.ts';
import { seeOther } from '../../response/responses.ts';
import { markProofPending } from '../../tabs/pending-proof.ts';
import type { WithProof } from '../../tabs/proof.ts';
import { resumeSignIn } from '../../tabs/resume-sign-in.ts';
import type { WithInvitation } from './known.ts';

/** The last step. */
export function continueSignIn({
  session,
  client,
  landing,
  proof,
}: Opening & WithInvitation & WithProof): Response {
  markProofPending(resumeSignIn(session, proof), pendingProofSeconds(client));
  return seeOther(landing);
}
