/** The response to a tab that polls for its link, and its polling interval (contract, section 4.13). */

import type { AwaitedLink } from '../../links/magic-link/link.ts';
import { linkRejection } from '../../links/magic-link/rejection.ts';
import { type Phase, phaseOf } from '../cross-device/phase.ts';

/** The state of a link: usable, with or without its one-time code and cross-device sign-in, or no longer usable. */
export type AwaitedState = OpenState | 'used' | 'superseded' | 'expired' | 'revoked';
type OpenState =
  | 'waiting'
  | 'code_spent'
  | 'cross_device_opened'
  | 'cross_device_approved'
  | 'cross_device_ended';

const MIN_INTERVAL_SECONDS = 2;
const MAX_INTERVAL_SECONDS = 10;
const SECONDS_PER_MINUTE = 60;

/**
 * The state of a usable link. Changes of the cross-device sign-in take precedence over a spent one-time code, which is typed in the tab itself.
 *
 * @param isOpened whether the link was opened where its comparison code is typed
 */
export function openState(
  codeTriesLeft: number | null,
  crossDevice: Phase,
  isOpened: () => boolean,
): OpenState {
  if (crossDevice === 'approved') return 'cross_device_approved';
  if (crossDevice === 'over') return 'cross_device_ended';
  if (crossDevice === 'open' && isOpened()) return 'cross_device_opened';
  return codeTriesLeft === 0 ? 'code_spent' : 'waiting';
}

/** The polling interval for a link of this age: one second per minute of age, within bounds. */
export function pollIntervalSeconds(ageSeconds: number): number {
  const minutes = Math.ceil(ageSeconds / SECONDS_PER_MINUTE);
  return Math.min(MAX_INTERVAL_SECONDS, Math.max(MIN_INTERVAL_SECONDS, minutes));
}

/** The response at `now` (Unix seconds). `link` is null if its row no longer exists. Without an `interval` the tab stops polling. */
export function pollResponse(
  link: AwaitedLink | null,
  now: number,
  isOpened: () => boolean,
): { state: AwaitedState; interval?: number } {
  if (link === null) return { state: 'revoked' };
  const rejection = linkRejection(link, now);
  if (rejection !== null) return { state: rejection === 'revoked' ? 'revoked' : rejection };
  return {
    state: openState(link.codeTriesLeft, phaseOf(link.crossDevice, now), isOpened),
    interval: pollIntervalSeconds(now - link.issuedAt),
  };
}
