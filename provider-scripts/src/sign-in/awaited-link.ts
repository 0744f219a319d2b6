/** What a tab that waits for a link gets when it polls, and when it polls again (contract, section 4.13). */
import { type Phase, phaseOf } from '../cross-device/phase.ts';
import type { AwaitedLink } from '../magic-link/link.ts';
import { linkRejection } from '../magic-link/rejection.ts';

/** The link can be used, with or without the code sent with it and its cross-device sign-in; or it can't any more. */
export type AwaitedState = OpenState | 'used' | 'superseded' | 'expired' | 'revoked';
type OpenState = 'waiting' | 'code_spent' | 'cross_device_approved' | 'cross_device_ended';

const SHORTEST_SECONDS = 2;
const LONGEST_SECONDS = 10;
const SECONDS_PER_MINUTE = 60;

/** For a link that can be used. What stops a tab's digits takes precedence over what stops its code, which is typed in the tab itself. */
export function openState(codeTriesLeft: number | null, crossDevice: Phase): OpenState {
  if (crossDevice === 'approved') return 'cross_device_approved';
  if (crossDevice === 'over') return 'cross_device_ended';
  return codeTriesLeft === 0 ? 'code_spent' : 'waiting';
}

/** After how many seconds a tab polls again whose link is this many seconds old: as many as it is minutes old, within bounds. */
export function intervalSeconds(ageSeconds: number): number {
  const minutes = Math.ceil(ageSeconds / SECONDS_PER_MINUTE);
  return Math.min(LONGEST_SECONDS, Math.max(SHORTEST_SECONDS, minutes));
}

/** The answer at `now` (Unix seconds); null for a link that is no longer kept. Without an `interval` there is no need to poll again. */
export function responseTo(
  link: AwaitedLink | null,
  now: number,
): { state: AwaitedState; interval?: number } {
  if (link === null) return { state: 'revoked' };
  const rejection = linkRejection(link, now);
  if (rejection !== null) return { state: rejection === 'revoked' ? 'revoked' : rejection };
  return {
    state: openState(link.codeTriesLeft, phaseOf(link.crossDevice, now)),
    interval: intervalSeconds(now - link.issuedAt),
  };
}
