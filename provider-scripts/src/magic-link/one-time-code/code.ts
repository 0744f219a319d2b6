/** The code sent with a link: what it looks like, how often it may be tried, and how a typed one is read (contract, section 2.9). */

/** How many digits a code has. */
export const CODE_DIGITS = 6;

/** How often a code can be typed for one link; the last attempt still works if it is right. */
export const MAX_CODE_TRIES = 5;

/** The longest text that is examined, in characters. */
const MAX_TYPED_LENGTH = 64;

/** The first digit of each script that a keyboard may write digits in: Latin, Arabic, Persian, Devanagari, full width. */
const ZEROS = [0x30, 0x660, 0x6f0, 0x966, 0xff10] as const;

/** The code that somebody typed, as ASCII digits; null if it can't be one. */
export function readCode(typed: string): string | null {
  return readDigits(typed, CODE_DIGITS);
}

/** The given number of digits that somebody typed, as ASCII; null for anything else. */
export function readDigits(typed: string, count: number): string | null {
  if (typed.length > MAX_TYPED_LENGTH) return null;
  // What people put between the digits: whitespace of any kind, dashes, and invisible marks.
  const text = typed.replace(/[\s\u00ad\u200b-\u200f\u2010-\u2015\u2060-\u2064\u2212\ufeff-]/g, '');
  let digits = '';
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    const zero = ZEROS.find((first) => unit >= first && unit <= first + 9);
    if (zero === undefined) return null;
    digits += String(unit - zero);
  }
  return digits.length === count ? digits : null;
}
