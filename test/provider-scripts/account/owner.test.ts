/** Which of the accounts found for an address owns it. */
import { describe, expect, test } from 'vitest';
import { type Match, ownerOf } from '../../../provider-scripts/src/account/owner.ts';

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
