/** The state of an invitation, with its colour. */
import type { Invitation } from '../../generated/admin-api.d.ts';
import { named } from '../texts/texts.ts';
import { State } from './parts.tsx';

/** The states, in the order in which a list offers them. */
export const INVITATION_STATES = {
  waiting: 'neutral',
  sent: 'neutral',
  opened: 'neutral',
  accepted: 'good',
  expired: 'neutral',
  revoked: 'neutral',
  skipped: 'neutral',
  failed: 'bad',
  uncertain: 'bad',
} as const satisfies Record<Invitation['state'], 'good' | 'bad' | 'neutral'>;

export function InvitationState({ of }: { of: Invitation['state'] }) {
  return <State kind={INVITATION_STATES[of]}>{named('invitation-state', of)}</State>;
}
