/** Continues the sign-in of a proven user: in the client's flow, or where the client starts its own authorization request. */
import type { Response } from 'keycloak';
import { pendingProofSeconds } from '../../clients/landing.ts';
import { isConfirmed } from '../../http/pages/confirm-key.ts';
import type { Opening } from '../../http/pages/opening-steps.ts';
import { seeOther } from '../../http/response/responses.ts';
import { isRequestingBrowser } from '../../sign-in/tabs/link-session.ts';
import { markOpenedElsewhere } from '../../sign-in/tabs/opened-elsewhere.ts';
import { markProofPending } from '../../sign-in/tabs/pending-proof.ts';
import type { WithProof } from '../../sign-in/tabs/proof.ts';
import { resumeSignIn } from '../../sign-in/tabs/resume-sign-in.ts';
import { runFlow } from '../../sign-in/tabs/run-flow.ts';
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
    markProofPending(session, tab, pendingProofSeconds(proof.client));
    return seeOther(destination);
  }
  return JavaResponse.fromResponse(runFlow(session, tab)).header('Cache-Control', 'no-store').build();
}
