/** Accepts the invitation: creates a new user's account, or sends an existing user an ordinary link. */

import type { Opening } from '../../http/pages/opening-steps.ts';
import type { Found } from '../../http/request/steps.ts';
import { acceptInvitation } from '../../links/invitation/accept.ts';
import { currentTime } from '../../platform/engine/clock.ts';
import { readSettings } from '../../realm/flow/read.ts';
import type { WithProof } from '../../sign-in/tabs/proof.ts';
import type { WithInvitation } from './known.ts';
import { rejectInvitation } from './reject.ts';
import { requestOf } from './request.ts';
import { sendOrdinaryLink } from './send-ordinary-link.ts';

/** The step: creates the proof of a new user, who has opened the email and has no account yet. */
export function accept(known: Opening & WithInvitation): Found<WithProof> {
  const { session, key, row, client, landing } = known;
  const settings = readSettings(session, client);
  const accepted = acceptInvitation(session, { key, email: row.email }, settings, currentTime());
  if (accepted === null) return { response: rejectInvitation(session, 'used') };
  if ('existing' in accepted) return { response: sendOrdinaryLink(known, settings) };
  const request = requestOf(row, landing);
  const { createdUserId: userId, ...remembered } = accepted;
  return {
    found: {
      proof: { userId, wasClaimed: false, ...remembered, email: row.email, client, request, method: 'link' },
    },
  };
}
