/** The names of invited users' accounts. */
import { describe, expect, test } from 'vitest';
import { namesOf, splitName } from '../../../../provider-scripts/src/links/invitation/names.ts';

describe('a whole name', () => {
  test.each([
    ['Zoë Brontë', 'Zoë', 'Brontë'],
    ['Johann Sebastian Bach', 'Johann Sebastian', 'Bach'],
    ['Lovelace, Ada', 'Ada', 'Lovelace'],
    ['Martin Luther King, Jr.', 'Martin Luther King,', 'Jr.'],
    ['Ada', 'Ada', null],
    ['山田 太郎', '山田', '太郎'],
  ])('"%s" is split', (name, first, last) => {
    expect(splitName(name)).toEqual({ first, last });
  });
});

describe('names given apart', () => {
  test.each([
    ['both', { name: 'Countess', first: 'Ada', last: 'Lovelace' }, 'Ada', 'Lovelace'],
    [
      'a first name beside a whole one',
      { name: 'Ada Lovelace', first: 'Ada', last: null },
      'Ada',
      'Lovelace',
    ],
    [
      'a first name beside a last one called name',
      { name: 'Lovelace', first: 'Ada', last: null },
      'Ada',
      'Lovelace',
    ],
    [
      'a last name beside a whole one',
      { name: 'Ada Lovelace', first: null, last: 'Lovelace' },
      'Ada',
      'Lovelace',
    ],
    ['a first name twice', { name: 'Ada', first: 'Ada', last: null }, 'Ada', null],
    ['none', { name: null, first: null, last: null }, null, null],
  ])('are used: %s', (_, given, first, last) => {
    expect(namesOf(given)).toEqual({ first, last });
  });
});
