/** The type of a referral code, how it is written and read, and what administrators see of it. */

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

/** For generated codes: letters that can't be mistaken for digits. */
export const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
/** 80 bits, of which 60 stay secret: the last letters are stored. */
export const CODE_LENGTH = 16;
/** How many letters of a generated code stand together: easier to copy by hand. */
const GROUP = 4;

/** A code as it is compared: in capitals, without blanks, dashes and invisible marks, which it may be copied with. */
export function plainCode(typed: string): string {
  return typed.replace(/[\s\u00ad\u200b-\u2015\u2060\u2212\ufeff-]+/g, '').toUpperCase();
}

/** A code as it is shown: a generated one in groups, any other as its administrator wrote it. */
export function writtenReferral(code: string): string {
  const isGenerated =
    code.length === CODE_LENGTH && code.split('').every((letter) => ALPHABET.includes(letter));
  if (!isGenerated) return code;
  const groups: string[] = [];
  for (let start = 0; start < code.length; start += GROUP) groups.push(code.slice(start, start + GROUP));
  return groups.join('-');
}

/** The last letters of a code, up to a third of it: they tell codes apart, and give none away. */
export function lastLettersOf(code: string): string {
  const plain = plainCode(code);
  const length = Math.min(4, Math.floor(plain.length / 3));
  return plain.slice(-length);
}
