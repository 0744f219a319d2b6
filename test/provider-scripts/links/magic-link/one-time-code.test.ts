/** How an entered code is read. */
import { describe, expect, test } from 'vitest';
import {
  CODES,
  codeKindOf,
  kindOfNewCode,
  MAX_CODE_TRIES,
  MAX_SHORT_GUESSES,
  readOneTimeCode,
  writtenCode,
} from '../../../../provider-scripts/src/links/magic-link/one-time-code.ts';

describe('a code', () => {
  test('has six digits and five attempts', () => {
    expect([CODES['beside-link'].length, MAX_CODE_TRIES]).toEqual([6, 5]);
  });

  test.each([
    ['unchanged', '012345', '012345'],
    ['with a space in the middle', '012 345', '012345'],
    ['with spaces around it', '  012345\n', '012345'],
    ['with a no-break space', '012\u00a0345', '012345'],
    ['with a thin space', '012\u2009345', '012345'],
    ['with dashes', '01-23-45', '012345'],
    ['with an en dash', '012\u2013345', '012345'],
    ['with a minus sign', '012\u2212345', '012345'],
    ['with invisible marks', '\u200e012\u200b345\ufeff', '012345'],
    ['in Arabic digits', '\u0660\u0661\u0662\u0663\u0664\u0665', '012345'],
    ['in Persian digits', '\u06f0\u06f1\u06f2\u06f3\u06f4\u06f9', '012349'],
    ['in Devanagari digits', '\u0966\u0967\u0968\u0969\u096a\u096f', '012349'],
    ['with a full stop after it', '012345.', '012345'],
    ['with words before it', 'Code: 012345,', '012345'],
    ['with words of another script', '\u0627\u0644\u0631\u0645\u0632: 012345\u061b', '012345'],
    ['in brackets', '[012345]', '012345'],
    ['with a sign before it', '+012345', '012345'],
    ['with invisible marks of any kind', '\u2066012\u034f345\u2069\u00ad\u180e', '012345'],
    ['in Bengali digits', '\u09e6\u09e7\u09e8\u09e9\u09ea\u09ef', '012349'],
    ['in Thai digits', '\u0e50\u0e51\u0e52\u0e53\u0e54\u0e59', '012349'],
    ['in digits beyond the first plane', '\ud83a\udd50\ud83a\udd512345', '012345'],
    ['in digits of full width', '\uff10\uff11\uff12\uff13\uff14\uff19', '012349'],
  ])('is read %s', (_, typed, code) => {
    expect(readOneTimeCode(typed, 'beside-link')).toBe(code);
  });

  test.each([
    ['nothing', ''],
    ['spaces', '      '],
    ['five digits', '12345'],
    ['seven digits', '1234567'],
    ['a letter among them', '12345O'],
    ['an exponent', '123e45'],
    ['two codes', '123456 and 123456'],
    ['a code and the minutes it lasts', '123456, 15 minutes'],
    ['half of a digit beyond the first plane', '12345\ud83a'],
    ['the character before zero', '/12345'],
    ['the character after nine', ':12345'],
    ['superscripts', '\u00b2\u00b2\u00b2\u00b2\u00b2\u00b2'],
    ['more than the parsed maximum', `${' '.repeat(60)}123456`],
  ])('can’t be %s', (_, typed) => {
    expect(readOneTimeCode(typed, 'beside-link')).toBe(null);
  });
});

describe('a code without a link', () => {
  test('has nine digits, and as many attempts', () => {
    expect([CODES.alone.length, CODES.longer.length]).toEqual([9, 10]);
    expect(codeKindOf({ request: {} })).toBe('beside-link');
    expect(codeKindOf({ request: { code: 'longer' } })).toBe('longer');
  });

  test.each([
    ['as it is written', '012 345 678', '012345678'],
    ['in one', '012345678', '012345678'],
    ['in Arabic digits', '\u0660\u0661\u0662 \u0663\u0664\u0665 \u0666\u0667\u0668', '012345678'],
    ['with words around it', 'Your code: 012 345 678.', '012345678'],
    ['of six digits', '012345', null],
    ['of ten digits', '0123456789', null],
  ])('is read %s', (_, typed, code) => {
    expect(readOneTimeCode(typed, 'alone')).toBe(code);
  });

  test.each([
    ['as it is written', 'BCDFG-23456', 'BCDFG23456'],
    ['in one', 'BCDFG23456', 'BCDFG23456'],
    ['in small letters', 'bcdfg-23456', 'BCDFG23456'],
    ['with blanks between all', 'B C D F G 2 3 4 5 6', 'BCDFG23456'],
    [
      'in letters and digits of full width',
      '\uff22\uff23\uff24\uff26\uff47\uff12\uff13\uff14\uff15\uff16',
      'BCDFG23456',
    ],
    ['with digits of another script', 'BCDFG-\u0662\u0663\u0664\u0665\u0666', 'BCDFG23456'],
    ['with words around it', 'Your code: BCDFG-23456, enter it here', 'BCDFG23456'],
    ['in one, with words around it', 'Code BCDFG23456.', 'BCDFG23456'],
    ['with words of another script', '\u0627\u0644\u0631\u0645\u0632: BCDFG-23456\u061b', 'BCDFG23456'],
    ['twice', 'BCDFG-23456 BCDFG-23456', null],
    ['once with another', 'BCDFG-23456 HJKMN-23456', null],
    ['with a vowel', 'BCDFA-23456', null],
    ['with a zero', 'BCDFG-23450', null],
    ['with one too few', 'BCDFG-2345', null],
    ['with one too many', 'BCDFG-234567', null],
    ['within words only', 'these words where there', null],
    ['after the parsed maximum', `${' '.repeat(60)}BCDFG-23456`, null],
  ])('that is longer is read %s', (_, typed, code) => {
    expect(readOneTimeCode(typed, 'longer')).toBe(code);
  });

  test.each([
    ['beside-link', '012345', '012345'],
    ['alone', '012345678', '012 345 678'],
    ['longer', 'BCDFG23456', 'BCDFG-23456'],
  ] as const)('is written in groups: %s', (kind, code, written) => {
    expect(writtenCode(kind, code)).toBe(written);
    expect(readOneTimeCode(written, kind)).toBe(code);
  });

  test('has characters that no script or font confuses, and no vowels', () => {
    expect(CODES.longer.characters).not.toMatch(/[AEIOUYL01]/);
    expect(new Set(CODES.longer.characters).size).toBe(27);
  });
});

describe('guessing codes without a link', () => {
  const HOUR = 3600;
  /** How many guesses at longer codes are checked in an hour, at 5,000 a second: beyond what any installation does. */
  const LONGER_GUESSES = 5000 * HOUR;

  test('succeeds in a realm with a probability of at most one in a million an hour', () => {
    const space = (kind: 'alone' | 'longer') => CODES[kind].characters.length ** CODES[kind].length;
    const probability = MAX_SHORT_GUESSES / space('alone') + LONGER_GUESSES / space('longer');
    expect(probability <= 1e-6, String(probability)).toBe(true);
    // The bound is for the whole realm: as many networks, browsers and addresses as an attacker has.
    expect(MAX_SHORT_GUESSES / space('alone') > 1e-7).toBe(true);
  });

  test('a new code is longer where the network, the realm’s wrong codes or its open codes allow too many guesses', () => {
    const quiet = { wrong: 0, openTries: 0, isNetworkSpent: false };
    const most = MAX_SHORT_GUESSES - MAX_CODE_TRIES;
    expect(kindOfNewCode(quiet)).toBe('alone');
    expect(kindOfNewCode({ ...quiet, isNetworkSpent: true })).toBe('longer');
    expect(kindOfNewCode({ ...quiet, wrong: most })).toBe('alone');
    expect(kindOfNewCode({ ...quiet, wrong: most + 1 })).toBe('longer');
    expect(kindOfNewCode({ ...quiet, openTries: most })).toBe('alone');
    expect(kindOfNewCode({ ...quiet, openTries: most + 1 })).toBe('longer');
    expect(kindOfNewCode({ ...quiet, wrong: most - 10, openTries: 11 })).toBe('longer');
  });

  /** A code that an attacker has requested. */
  interface Requested {
    expiresAt: number;
    tries: number;
    isShort: boolean;
  }

  test.each([1, 2, 3, 4, 5])(
    'no attacker gets more wrong nine-digit codes into an hour (seed %i)',
    (seed) => {
      const random = randomFrom(seed);
      let now = 0;
      let most = 0;
      let codes: Requested[] = [];
      let wrong: number[] = [];
      for (let step = 0; step < 400; step++) {
        now += Math.floor(random() * 400);
        codes = codes.filter(({ expiresAt, tries }) => expiresAt > now && tries > 0);
        wrong = wrong.filter((at) => at > now - HOUR);
        if (random() < 0.5) {
          for (let count = Math.floor(random() * 300); count > 0; count--) {
            const openTries = codes.reduce((sum, { tries }) => sum + tries, 0);
            const kind = kindOfNewCode({ wrong: wrong.length, openTries, isNetworkSpent: false });
            const lifetime = 60 + Math.floor(random() * 3 * HOUR);
            codes.push({ expiresAt: now + lifetime, tries: MAX_CODE_TRIES, isShort: kind === 'alone' });
          }
        } else
          for (const code of codes)
            while (code.tries > 0 && random() < 0.9) {
              code.tries -= 1;
              if (code.isShort) wrong.push(now);
            }
        most = Math.max(most, wrong.length);
      }
      expect(most <= MAX_SHORT_GUESSES, String(most)).toBe(true);
      expect(most > MAX_SHORT_GUESSES / 2, String(most)).toBe(true);
    },
  );
});

/** Numbers from 0 to 1, the same for a seed (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
