/** Which language is selected. */
import { describe, expect, test } from 'vitest';
import {
  languageTags,
  matchLanguage,
  regionalTag,
} from '../../../../provider-scripts/src/realm/language/match.ts';

const SUPPORTED = ['en', 'de', 'fr', 'pt-BR', 'ar'];

describe('the language', () => {
  test.each([
    ['the preferred one', ['de'], 'de'],
    ['the first supported preference', ['nl', 'fr', 'de'], 'fr'],
    ['the language of a region', ['de-AT'], 'de'],
    ['the language of a script and region', ['ar-Arab-EG'], 'ar'],
    ['in any case of letters', ['DE-at'], 'de'],
    ['with Java’s separator', ['de_CH'], 'de'],
    ['the supported region, for a preference without one', ['pt'], 'pt-BR'],
    ['the preferred region', ['pt-br'], 'pt-BR'],
    ['the fallback without a match', ['nl', 'pt-PT'], 'en'],
    ['the fallback without a preference', [], 'en'],
    ['the fallback for a text too long for a language', [`de${'-x'.repeat(40)}`], 'en'],
    ['of the first twenty preferences', [...Array(20).fill('nl'), 'de'], 'en'],
    ['the fallback for an invalid language', ['', '*', '-', '../../etc', '#{x}'], 'en'],
  ])('is %s', (_, preferences, expected) => {
    expect(matchLanguage(preferences, SUPPORTED, 'en')).toBe(expected);
  });

  test('of an earlier preference wins over a better match of a later one', () => {
    expect(matchLanguage(['de-AT', 'fr'], SUPPORTED, 'en')).toBe('de');
  });
});

describe('the tag for times', () => {
  test.each([
    ['has the reader’s region', 'en', ['en-GB', 'en-US'], 'en-GB'],
    ['has that of the first preference for the language', 'en', ['de-AT', 'en-AU', 'en-GB'], 'en-AU'],
    ['has none if that preference has none', 'en', ['en', 'en-GB'], 'en'],
    ['takes Java’s separator, and any case', 'fr', ['FR_ca'], 'fr-CA'],
    ['takes a region by number', 'es', ['es-419'], 'es-419'],
    ['takes no script and no extension', 'ar', ['ar-Arab-EG-u-nu-arab'], 'ar-EG'],
    ['replaces the realm’s region', 'pt-BR', ['pt-PT'], 'pt-PT'],
    ['is the language’s own without such a preference', 'ja', ['en-GB', '', '*'], 'ja'],
  ])('%s', (_, language, preferences, expected) => {
    expect(regionalTag(language, preferences)).toBe(expected);
  });
});

describe('a list of languages', () => {
  test('is recognised by its spaces', () => {
    expect(languageTags(' fr-CA  fr en ')).toEqual(['fr-CA', 'fr', 'en']);
  });

  test('may be empty or absent', () => {
    expect([languageTags(''), languageTags(null), languageTags(undefined)]).toEqual([[], [], []]);
  });
});
