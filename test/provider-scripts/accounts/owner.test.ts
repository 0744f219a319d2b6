/** Which of the accounts found for an address owns it. */
import { describe, expect, test } from 'vitest';
import {
  type Match,
  ownerOf,
  type StoredAccount,
  storedOwnerIn,
} from '../../../provider-scripts/src/accounts/owner.ts';

interface Account {
  getId(): string;
}
const account = (id: string): Account => ({ getId: () => id });
const A = account('a');
const B = account('b');

describe('an address belongs to', () => {
  test.each<[string, Match<Account>[], Match<Account>[], Match<Account>]>([
    ['no account', [null, null], [null, null], null],
    ['the account whose email it is', [A, null], [null, null], A],
    ['the account whose email it is in its other spelling', [null, A], [null, null], A],
    ['one account that both spellings find', [A, account('a')], [null, null], A],
    ['the account whose username it is', [null, null], [null, A], A],
    ['the one whose email it is before another whose username it is', [A], [B], A],
    ['none of two that have it in different spellings', [A, B], [null, null], 'several'],
    ['none of two whose usernames are its spellings', [null, null], [A, B], 'several'],
    ['none if a lookup finds several', ['several'], [null], 'several'],
    ['none if a lookup by name finds several', [null], ['several'], 'several'],
    ['none if one spelling finds several', [A, 'several'], [null, null], 'several'],
  ])('%s', (_, byEmail, byName, expected) => {
    const owner = ownerOf(byEmail, () => byName);
    expect(typeof owner === 'object' ? owner?.getId() : owner).toEqual(
      typeof expected === 'object' ? expected?.getId() : expected,
    );
  });

  test('an email without a lookup of usernames', () => {
    const lookUps: string[] = [];
    ownerOf([A], () => {
      lookUps.push('names');
      return [B];
    });
    expect(lookUps).toEqual([]);
  });
});

describe('among the rows found by email or username, an address belongs to', () => {
  const FORMS = ['a@xn--bcher-kva.example', 'a@bücher.example'];
  const row = (id: string, email: string | null, username: string): StoredAccount => ({
    getId: () => id,
    email,
    username,
  });
  const [FIRST, SECOND] = FORMS as [string, string];
  test.each<[string, StoredAccount[], string | null]>([
    ['no account', [], null],
    ['the account whose email it is', [row('a', FIRST, 'x')], 'a'],
    [
      'one account that both columns find, with several rows',
      [row('a', SECOND, FIRST), row('a', SECOND, FIRST)],
      'a',
    ],
    [
      'the one whose email it is before another whose username it is',
      [row('b', null, FIRST), row('a', FIRST, 'x')],
      'a',
    ],
    ['the account without an email whose username it is', [row('a', null, SECOND)], 'a'],
    ['none whose username it is but that has another address', [row('a', 'b@example.com', FIRST)], null],
    ['none of two with the same email', [row('a', FIRST, 'x'), row('b', FIRST, 'y')], 'several'],
    [
      'none of two that have it in different spellings',
      [row('a', FIRST, 'x'), row('b', SECOND, 'y')],
      'several',
    ],
  ])('%s', (_, rows, expected) => {
    const owner = storedOwnerIn(rows, FORMS, ({ email, username }) =>
      FORMS.includes(email || username || ''),
    );
    expect(typeof owner === 'object' ? (owner?.getId() ?? null) : owner).toBe(expected);
  });
});
