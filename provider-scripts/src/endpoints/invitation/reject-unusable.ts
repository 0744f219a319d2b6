/** Rejects an invitation that can no longer be accepted. */
import type { Response } from 'keycloak';
import { notBefore } from '../../accounts/not-before.ts';
import type { Opening } from '../../http/pages/opening-steps.ts';
import { type InvitationState, isUsable, stateAt } from '../../links/invitation/invitation.ts';
import { currentTime } from '../../platform/engine/clock.ts';
import type { WithInvitation } from './find-invitation.ts';
import { rejectInvitation } from './reject.ts';

/** The step. */
export function rejectUnusable({ session, row, client }: Opening & WithInvitation): Response | null {
  const now = currentTime();
  const revoked = notBefore(session, client);
  return isUsable(row, now, revoked) ? null : rejectInvitation(session, reasonOf(stateAt(row, now, revoked)));
}

/** The reason shown; an invitation that was never sent has no link. */
function reasonOf(state: InvitationState): 'used' | 'expired' | 'revoked' | 'invalid' {
  if (state === 'accepted') return 'used';
  return state === 'expired' || state === 'revoked' ? state : 'invalid';
}
