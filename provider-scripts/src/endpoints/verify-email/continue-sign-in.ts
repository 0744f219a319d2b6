/** Continues the sign-in of a proven user: in the client's flow, or where the client starts its own authorization request. */
import type { Response } from 'keycloak';
import { pendingProofSeconds } from '../../client/landing.ts';
import { isConfirmed } from '../../pages/confirm-key.ts';
import type { Opening } from '../../pages/opening-steps.ts';
import { seeOther } from '../../response/responses.ts';
import { isRequestingBrowser } from '../../tabs/link-session.ts';
import { markOpenedElsewhere } from '../../tabs/opened-elsewhere.ts';
import { markProofPending } from '../../tabs/pending-proof.ts';
import type { WithProof } from '../../tabs/proof.ts';
import { resumeSignIn } from '../../tabs/resume-sign-in.ts';
import { runFlow } from '../../tabs/run-flow.ts';
import type { WithDestination } from './known.ts';

const JavaResponse = Java.type('jakarta.ws.rs.core.Response');

/** The last step. */
export function continueSignIn({
  session,
  method,
  proof,
  destination,
}: Opening & WithDestination & WithProof): Response {
  const { request } = proof;
  const isElsewhere =
    destination === null && request.requestedBy !== undefined && !isRequestingBrowser(session, request);
  const tab = resumeSignIn(session, proof);
  if (isElsewhere) markOpenedElsewhere(tab, method === 'POST' && isConfirmed(session));
  if (destination !== null) {
    markProofPending(tab, pendingProofSeconds(proof.client));
    return seeOther(destination);
  }
  return JavaResponse.fromResponse(runFlow(session, tab)).header('Cache-Control', 'no-store').build();
}
