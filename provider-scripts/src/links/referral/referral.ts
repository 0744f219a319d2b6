/** The type of a referral code, and what administrators see of it. */

/** A code's database row. Times are Unix seconds. */
export interface ReferralRow {
  id: string;
  /** The hash of the code. */
  key: string;
  /** The last letters of the code. */
  lastLetters: string;
  /** The administrators' note, or null. */
  note: string | null;
  clientUuid: string | null;
  maxUses: number;
  uses: number;
  createdAt: number;
  expiresAt: number | null;
}

/** The longest note, in characters. */
export const MAX_NOTE_LENGTH = 100;

/** The last letters of a code, up to a third of it: they tell codes apart, and give none away. */
export function lastLettersOf(code: string): string {
  const length = Math.min(4, Math.floor(code.length / 3));
  return code.slice(-length);
}
