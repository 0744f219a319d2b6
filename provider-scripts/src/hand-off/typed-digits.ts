/** How many digits the page that waits shows, and how typed ones are read. */
import { readDigits } from '../magic-link/one-time-code/code.ts';

export const HAND_OFF_DIGITS = 3;

/** The digits that somebody typed, as ASCII; null when they can't be any. */
export function readTyped(typed: string): string | null {
  return readDigits(typed, HAND_OFF_DIGITS);
}
