/** The state of a link, with its colour; a line of a list has one before it has a link. */
import type { OpenLink } from '../../generated/admin-api.d.ts';
import { named } from '../texts/texts.ts';
import { State } from './parts.tsx';

const KINDS = {
  waiting: 'neutral',
  issued: 'neutral',
  used: 'good',
  superseded: 'neutral',
  revoked: 'neutral',
  expired: 'neutral',
  failed: 'bad',
} as const satisfies Record<OpenLink['state'], 'good' | 'bad' | 'neutral'>;

export function LinkState({ of }: { of: OpenLink['state'] }) {
  return <State kind={KINDS[of]}>{named('link-state', of)}</State>;
}
