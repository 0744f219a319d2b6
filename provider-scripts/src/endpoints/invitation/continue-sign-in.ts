/** Signs the new user in where the client starts its own authorization request. */
import type { Response } from 'keycloak';
import { keepProof } from '../../browser/kept-proof.ts';
import { proceed } from '../../browser/resume-sign-in.ts';
import { keptSeconds } from '../../client/landing.ts';
import { seeOther } from '../../errors/answers.ts';
import type { Opening } from '../../pages/opening-steps.ts';
import type { WithInvitation, WithProof } from './known.ts';

/** The last step. */
export function continueSignIn({
  session,
  client,
  landing,
  proof,
}: Opening & WithInvitation & WithProof): Response {
  keepProof(proceed(session, proof), keptSeconds(client));
  return seeOther(landing);
}
