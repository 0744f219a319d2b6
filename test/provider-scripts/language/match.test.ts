/** Which language is selected. */
import { describe, expect, test } from 'vitest';
import { languageTags, matchLanguage } from '../../../provider-scripts/src/language/match.ts';

const SUPPORTED = ['en', 'de', 'fr', 'pt-BR', 'ar'];

describe('the language', () => {
  test.each([
    ['the one wished for', ['de'], 'de'],
    ['the first wish that can be fulfilled', ['nl', 'fr', 'de'], 'fr'],
    ['the language of a region', ['de-AT'], 'de'],
    ['the language of a script and region', ['ar-Arab-EG'], 'ar'],
    ['in any case of letters', ['DE-at'], 'de'],
    ['with the sign that Java uses', ['de_CH'], 'de'],
    ['the region that is there, for a wish without one', ['pt'], 'pt-BR'],
    ['the region wished for', ['pt-br'], 'pt-BR'],
    ['the fallback where nothing fits', ['nl', 'pt-PT'], 'en'],
    ['the fallback without a wish', [], 'en'],
    ['the fallback for what is too long for a language', [`de${'-x'.repeat(40)}`], 'en'],
    ['of the first twenty wishes', [...Array(20).fill('nl'), 'de'], 'en'],
    ['the fallback for what is no language', ['', '*', '-', '../../etc', '#{x}'], 'en'],
  ])('is %s', (_, wishes, expected) => {
    expect(matchLanguage(wishes, SUPPORTED, 'en')).toBe(expected);
  });

  test('of an earlier preference wins over a better match of a later one', () => {
    expect(matchLanguage(['de-AT', 'fr'], SUPPORTED, 'en')).toBe('de');
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
