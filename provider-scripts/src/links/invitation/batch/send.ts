/** How a list's invitations are sent, one by one. */

import { requireRealm } from '../../../platform/keycloak/realm.ts';
import { allowsInvitations } from '../../../realm/settings/enabled.ts';
import type { BatchKind } from '../../batch/runner.ts';
import { clientOfInvitation } from '../client.ts';
import { lockFirstWaiting, markNotEmailed } from '../rows.ts';
import { type Claimed, claimWithin, compensateInList, deliverClaimed } from '../send.ts';

export const INVITATION_BATCHES: BatchKind<Claimed> = {
  name: 'invitation',
  plural: 'invitations',

  isAllowed: (own) => allowsInvitations(requireRealm(own)),

  claimNext(own, { id, notifiesAccounts }, now) {
    const row = lockFirstWaiting(own, id, now);
    if (row === null) return 'none';
    if (row === 'taken') return 'skipped';
    if (clientOfInvitation(own, row) === null) {
      markNotEmailed(own, row.id, 'client', now);
      return 'skipped';
    }
    const claimed = claimWithin(own, row, notifiesAccounts, now);
    if (!('rejected' in claimed)) return { claimed };
    if (claimed.rejected === 'limit')
      return {
        waitSeconds: claimed.statuses.reduce((max, { resetSeconds }) => Math.max(max, resetSeconds), 1),
      };
    markNotEmailed(own, row.id, claimed.rejected, now);
    return 'skipped';
  },

  deliver: (session, claimed) => deliverClaimed(session, claimed, compensateInList),
};
