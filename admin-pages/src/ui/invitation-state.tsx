/** The state of an invitation, with its colour. */
import type { Invitation } from '../../generated/admin-api.d.ts';
import { named } from '../texts/texts.ts';
import { State } from './parts.tsx';

/** The states, in the order in which a list offers them. */
export const INVITATION_STATES = {
  waiting: 'pending',
  sent: 'pending',
  opened: 'pending',
  accepted: 'good',
  expired: 'inactive',
  revoked: 'inactive',
  failed: 'bad',
  uncertain: 'bad',
} as const satisfies Record<Invitation['state'], 'good' | 'pending' | 'bad' | 'inactive'>;

export function InvitationState({ of }: { of: Invitation['state'] }) {
  return <State kind={INVITATION_STATES[of]}>{named('invitation-state', of)}</State>;
}
