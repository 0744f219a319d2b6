/** The name claim. */
import { describe, expect, test } from 'vitest';
import { displayName, fullName, NAME } from '../../../provider-scripts/src/accounts/name.ts';

const EMAIL = 'ada.l+shop@example.com';

describe('the name of a user', () => {
  test.each([
    ['is both names', 'Ada', 'Lovelace', EMAIL, 'Ada Lovelace'],
    ['is the first name alone', 'Ada', null, EMAIL, 'Ada'],
    ['is the first name when the last one is empty', 'Ada', '', EMAIL, 'Ada'],
    ['is the last name alone', null, 'Lovelace', EMAIL, 'Lovelace'],
    ['is the last name when the first one is empty', '', 'Lovelace', EMAIL, 'Lovelace'],
    ['is kept unchanged', 'ADA King', 'of L\u00f6velace', null, 'ADA King of L\u00f6velace'],
    ['needs no address', 'Ada', 'Lovelace', null, 'Ada Lovelace'],
    ['is otherwise the part of the address before the @', null, null, EMAIL, 'ada.l+shop'],
    ['is that part when both names are empty', '', '', EMAIL, 'ada.l+shop'],
    ['extends to the last @', null, null, 'a@b@example.com', 'a@b'],
  ])('%s', (_, first, last, email, expected) => {
    expect(displayName(first, last, email)).toBe(expected);
  });

  test.each([
    ['in Chinese characters', '健二', '田中', '田中 健二'],
    ['with a mark of repetition', 'あかり', '佐々木', '佐々木 あかり'],
    ['in kana', 'タロウ', 'ヤマダ', 'ヤマダ タロウ'],
    ['in rare characters', '太郎', '𠮷野', '𠮷野 太郎'],
    ['in Hangul', '민준', '김', '김 민준'],
    ['in Latin letters not', 'Kenji', 'Tanaka', 'Kenji Tanaka'],
    ['in two scripts not', 'Kenji', '田中', 'Kenji 田中'],
    ['alone', '健二', null, '健二'],
  ])('has the family name first: %s', (_, first, last, expected) => {
    expect(fullName(first, last)).toBe(expected);
  });

  test('is none when nothing is known', () => {
    expect(displayName(null, null, null)).toBe(null);
    expect(displayName('', '', null)).toBe(null);
  });

  test('is taken from the account', () => {
    const account = (first: string | null, last: string | null, email: string | null, name = 'ada') =>
      ({
        getFirstName: () => first,
        getLastName: () => last,
        getEmail: () => email,
        getUsername: () => name,
      }) as never;
    expect(NAME.value(account('Ada', 'Lovelace', EMAIL))).toBe('Ada Lovelace');
    expect(NAME.value(account(null, null, EMAIL))).toBe('ada.l+shop');
    expect(NAME.value(account(null, null, null))).toBe(null);
    expect(NAME.value(account(null, null, null, EMAIL))).toBe('ada.l+shop');
  });
});
