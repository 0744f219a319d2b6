/** When an address gets no more emails, and until when. */
import { SECONDS_PER_DAY } from '../../platform/engine/time.ts';
import type { Objection } from './event.ts';

/** Soft bounces within this time count. */
export const SOFT_WINDOW_MILLIS = 7 * SECONDS_PER_DAY * 1000;

/** So many of them suppress the address. */
const SOFT_BOUNCES = 3;

/** How long they suppress it. */
const SOFT_SECONDS = 30 * SECONDS_PER_DAY;

/** How long the address itself is stored; afterwards only its key is. */
export const NAMED_SECONDS = 90 * SECONDS_PER_DAY;

/** What is known of an address. */
export interface Suppression {
  readonly reason: Objection;
  /** In Unix milliseconds. */
  readonly since: number;
  /** When it ends by itself, in Unix seconds; null if it doesn't. */
  readonly expiresAt: number | null;
  /** When it was lifted, in Unix milliseconds; null if it wasn't. */
  readonly liftedAt: number | null;
}

/** Whether the address gets no emails now (Unix seconds). */
export function isSuppressing(
  { expiresAt, liftedAt }: Omit<Suppression, 'since' | 'reason'>,
  now: number,
): boolean {
  return liftedAt === null && (expiresAt === null || expiresAt > now);
}

/** What an email's objection means for its address. */
export interface Case {
  readonly objection: Objection;
  /** When the email was sent, in Unix milliseconds. */
  readonly sentAt: number;
  /** How many emails to the address have bounced softly within the window, with this one. */
  readonly softBounces: number;
  readonly earlier: Suppression | null;
}

/** Whether it suppresses the address: what was sent before a suppression was lifted doesn't bring it back. */
export function suppresses({ objection, sentAt, softBounces, earlier }: Case, now: number): boolean {
  if (earlier !== null && earlier.liftedAt !== null && sentAt <= earlier.liftedAt) return false;
  if (objection === 'soft' && softBounces < SOFT_BOUNCES) return false;
  // Who is suppressed already stays it, unless by something that ends sooner.
  return (
    earlier === null || !isSuppressing(earlier, now) || (earlier.reason === 'soft' && objection !== 'soft')
  );
}

/** When a suppression ends that begins now (Unix seconds); null if it doesn't by itself. */
export function endOf(objection: Objection, now: number): number | null {
  return objection === 'soft' ? now + SOFT_SECONDS : null;
}
