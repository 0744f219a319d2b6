/** The length of the comparison code on the "check your email" page, and how a typed code is parsed. */
import { readDigits } from '../../links/magic-link/one-time-code.ts';

export const COMPARISON_CODE_LENGTH = 3;

/** The typed comparison code in ASCII digits; null if it is malformed. */
export function readComparisonCode(typed: string): string | null {
  return readDigits(typed, COMPARISON_CODE_LENGTH);
}
