/** Addresses as users type or paste them. */
import { describe, expect, test } from 'vitest';
import { mailboxIn } from '../../../../provider-scripts/src/accounts/address/mailbox.ts';

const ADA = 'ada@example.com';

describe('what was typed or pasted', () => {
  test.each([
    ['ada@example.com'],
    ['  ada@example.com\t\n'],
    ['<ada@example.com>'],
    [' < ada@example.com > '],
    ['ada@example.com <ada@example.com>'],
    ['ada@example.com;'],
    ['"" <ada@example.com>,'],
  ])('is an address without a name: "%s"', (typed) => {
    expect(mailboxIn(typed)).toEqual({ email: ADA, name: null });
  });

  test('is parsed quickly whatever its length', () => {
    const long = `a${' '.repeat(1_000_000)}b`;
    expect(mailboxIn(long)).toEqual({ email: long, name: null });
  });

  test.each([
    ['Ada Lovelace <ada@example.com>', 'Ada Lovelace'],
    ['Ada<ada@example.com>', 'Ada'],
    [' "Lovelace, Ada" <ada@example.com>; ', 'Lovelace, Ada'],
    ["'Ada' <ada@example.com>", 'Ada'],
    ['"Ada \\"the Countess\\" Lovelace" <ada@example.com>', 'Ada "the Countess" Lovelace'],
    ['李 小龙 <ada@example.com>', '李 小龙'],
  ])('has a name before its address: %s', (typed, name) => {
    expect(mailboxIn(typed)).toEqual({ email: ADA, name });
  });

  test.each([
    ['Ada'],
    ['Ada <ada@example.com> Bob <bob@example.com>'],
    ['<<ada@example.com>>'],
    ['<>'],
    ['Ada <ada example.com>'],
    ['"<img/src=x>"@example.com'],
    [''],
  ])('is unchanged, for the server to reject, if it is neither: "%s"', (typed) => {
    expect(mailboxIn(typed)).toEqual({ email: typed, name: null });
  });
});
