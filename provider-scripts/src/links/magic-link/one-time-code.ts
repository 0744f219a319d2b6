/** The one-time code sent with a link: its format, its number of attempts, and how typed input is read (contract, section 2.9). */

/** How many digits a code has. */
export const ONE_TIME_CODE_LENGTH = 6;

/** How many attempts one link allows; the last still succeeds if the code is correct. */
export const MAX_CODE_TRIES = 5;

/** The longest input that is examined, in characters. */
const MAX_TYPED_LENGTH = 64;

/** The zero of each script that has decimal digits of its own (Unicode's category Nd); the others follow it. */
const ZEROS = [
  0x30, 0x660, 0x6f0, 0x7c0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0xde6, 0xe50,
  0xed0, 0xf20, 0x1040, 0x1090, 0x17e0, 0x1810, 0x1946, 0x19d0, 0x1a80, 0x1a90, 0x1b50, 0x1bb0, 0x1c40,
  0x1c50, 0xa620, 0xa8d0, 0xa900, 0xa9d0, 0xa9f0, 0xaa50, 0xabf0, 0xff10, 0x104a0, 0x10d30, 0x10d40, 0x11066,
  0x110f0, 0x11136, 0x111d0, 0x112f0, 0x11450, 0x114d0, 0x11650, 0x116c0, 0x116d0, 0x116da, 0x11730, 0x118e0,
  0x11950, 0x11bf0, 0x11c50, 0x11d50, 0x11da0, 0x11de0, 0x11f50, 0x16a60, 0x16ac0, 0x16b50, 0x16d70, 0x1ccf0,
  0x1d7ce, 0x1d7d8, 0x1d7e2, 0x1d7ec, 0x1d7f6, 0x1e140, 0x1e2f0, 0x1e4f0, 0x1e5f1, 0x1e950, 0x1fbf0,
] as const;

/** Returns the code in what a user typed, as ASCII digits; null if there is none. */
export function readOneTimeCode(typed: string): string | null {
  return readDigits(typed, ONE_TIME_CODE_LENGTH);
}

/**
 * Extracts the given number of digits from typed or pasted text, as ASCII; null if there are more or fewer. Ignores everything else: spaces,
 * punctuation, invisible marks, surrounding words.
 */
export function readDigits(typed: string, count: number): string | null {
  if (typed.length > MAX_TYPED_LENGTH) return null;
  let digits = '';
  for (let i = 0; i < typed.length; i++) {
    const point = pointAt(typed, i);
    const zero = ZEROS.find((first) => point >= first && point <= first + 9);
    if (zero !== undefined) digits += String(point - zero);
  }
  return digits.length === count ? digits : null;
}

/** Returns the code point at an index, joining a surrogate pair. */
function pointAt(text: string, index: number): number {
  const high = text.charCodeAt(index);
  if (high < 0xd800 || high > 0xdbff) return high;
  const low = text.charCodeAt(index + 1);
  return low >= 0xdc00 && low <= 0xdfff ? (high - 0xd800) * 0x400 + (low - 0xdc00) + 0x10000 : high;
}
