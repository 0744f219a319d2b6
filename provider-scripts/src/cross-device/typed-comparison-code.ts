/** How many digits the waiting page shows, and how typed ones are read. */
import { readDigits } from '../magic-link/one-time-code/code.ts';

export const COMPARISON_CODE_LENGTH = 3;

/** The digits that somebody typed, as ASCII; null if they aren't valid. */
export function readTyped(typed: string): string | null {
  return readDigits(typed, COMPARISON_CODE_LENGTH);
}
