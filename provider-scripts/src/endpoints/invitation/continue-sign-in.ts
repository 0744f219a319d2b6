/** Signs the new user in where the client starts its own authorization request. */
import type { Response } from 'keycloak';
import { pendingProofSeconds } from '../../client/landing.ts';
import type { Opening } from '../../pages/opening-steps.ts';
import { seeOther } from '../../response/responses.ts';
import { keepProof } from '../../tabs/kept-proof.ts';
import type { WithProof } from '../../tabs/proof.ts';
import { proceed } from '../../tabs/resume-sign-in.ts';
import type { WithInvitation } from './known.ts';

/** The last step. */
export function continueSignIn({
  session,
  client,
  landing,
  proof,
}: Opening & WithInvitation & WithProof): Response {
  keepProof(proceed(session, proof), pendingProofSeconds(client));
  return seeOther(landing);
}
