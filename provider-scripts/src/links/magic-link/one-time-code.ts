/** One-time codes: their kinds, how many attempts each allows, how long one has to be, and how typed input is read (contract, section 2.9). */

/** The kinds: beside a link; alone in the email; alone where too many wrong ones were typed. */
export type CodeKind = 'beside-link' | AloneKind;

/** The kinds of a code without a link. */
export type AloneKind = 'alone' | 'longer';

/** How a kind is made and written. */
interface CodeFormat {
  readonly characters: string;
  readonly length: number;
  /** How many characters stand together, and what is between: easier to copy by hand. */
  readonly group: number;
  readonly between: string;
}

const DIGITS = '0123456789';

/** Consonants and digits that aren't mistaken for each other, and that no word consists of. */
const UNMISTAKABLE = 'BCDFGHJKMNPQRSTVWXZ23456789';

export const CODES: Readonly<Record<CodeKind, CodeFormat>> = {
  'beside-link': { characters: DIGITS, length: 6, group: 6, between: '' },
  alone: { characters: DIGITS, length: 9, group: 3, between: ' ' },
  longer: { characters: UNMISTAKABLE, length: 10, group: 5, between: '-' },
};

/** The kind of a link's code, if it has one. */
export function codeKindOf({ request }: { request: { code?: AloneKind } }): CodeKind {
  return request.code ?? 'beside-link';
}

/** How many attempts one link allows; the last still succeeds if the code is correct. */
export const MAX_CODE_TRIES = 5;

/**
 * How many wrong nine-digit codes can be typed in a realm within an hour, by all browsers together: with the probability of each, and what
 * longer codes add, at most one in a million that one of them is right. No code is refused for it: a new code is longer if it could exceed this.
 */
export const MAX_SHORT_GUESSES = 900;

/** What the length of a new code depends on. */
export interface Guessing {
  /** The realm's wrong nine-digit codes within the last hour. */
  readonly wrong: number;
  /** The attempts that the realm's open codes still allow. */
  readonly openTries: number;
  /** Whether too many wrong codes came from the requester's network. */
  readonly isNetworkSpent: boolean;
}

/** The kind of a new code without a link: all open ones, and this one, may still be guessed at until their attempts are used up. */
export function kindOfNewCode({ wrong, openTries, isNetworkSpent }: Guessing): AloneKind {
  const guesses = wrong + openTries + MAX_CODE_TRIES;
  return isNetworkSpent || guesses > MAX_SHORT_GUESSES ? 'longer' : 'alone';
}

/** The code as an email shows it. */
export function writtenCode(kind: CodeKind, code: string): string {
  const { group, between } = CODES[kind];
  const groups: string[] = [];
  for (let start = 0; start < code.length; start += group) groups.push(code.slice(start, start + group));
  return groups.join(between);
}

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

/** Returns the code in what a user typed, in its own characters; null if there is none. */
export function readOneTimeCode(typed: string, kind: CodeKind): string | null {
  return kind === 'longer' ? readLonger(typed) : readDigits(typed, CODES[kind].length);
}

/**
 * Extracts the given number of digits from typed or pasted text, as ASCII; null if there are more or fewer. Ignores everything else: spaces,
 * punctuation, invisible marks, surrounding words.
 */
export function readDigits(typed: string, count: number): string | null {
  if (typed.length > MAX_TYPED_LENGTH) return null;
  let digits = '';
  for (let i = 0; i < typed.length; i++) digits += digitAt(typed, i);
  return digits.length === count ? digits : null;
}

/** Reads a longer code: all letters and digits are its own, or one part of the text is, whole or in its two groups. */
function readLonger(typed: string): string | null {
  if (typed.length > MAX_TYPED_LENGTH) return null;
  let latin = '';
  for (let i = 0; i < typed.length; i++) latin += digitAt(typed, i) || latinAt(typed, i) || ' ';
  const parts = latin.split(' ').filter((part) => part !== '');
  const pairs = parts.slice(1).map((part, index) => [parts[index] ?? '', part] as const);
  const { group } = CODES.longer;
  const found = [
    parts.join(''),
    ...parts,
    ...pairs.filter((pair) => pair.every(({ length }) => length === group)).map((pair) => pair.join('')),
  ].filter(isLonger);
  const [first] = found;
  return first !== undefined && found.every((one) => one === first) ? first : null;
}

function isLonger(text: string): boolean {
  return text.length === CODES.longer.length && text.split('').every((one) => UNMISTAKABLE.includes(one));
}

/** The ASCII digit at an index; empty for any other character. */
function digitAt(text: string, index: number): string {
  const point = pointAt(text, index);
  const zero = ZEROS.find((first) => point >= first && point <= first + 9);
  return zero === undefined ? '' : String(point - zero);
}

/** How far the letters of full width are from those of ASCII. */
const FULL_WIDTH = 0xfee0;

/** The capital letter at an index, also of full width; empty for any other character. */
function latinAt(text: string, index: number): string {
  const unit = text.charCodeAt(index);
  const letter = String.fromCharCode(unit > FULL_WIDTH ? unit - FULL_WIDTH : unit);
  return /^[A-Za-z]$/.test(letter) ? letter.toUpperCase() : '';
}

/** Returns the code point at an index, joining a surrogate pair. */
function pointAt(text: string, index: number): number {
  const high = text.charCodeAt(index);
  if (high < 0xd800 || high > 0xdbff) return high;
  const low = text.charCodeAt(index + 1);
  return low >= 0xdc00 && low <= 0xdfff ? (high - 0xd800) * 0x400 + (low - 0xdc00) + 0x10000 : high;
}
