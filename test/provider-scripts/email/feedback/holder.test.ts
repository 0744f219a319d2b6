/** Whose emails are shown at an address that has changed hands. */
import { expect, test } from 'vitest';
import { emailsOfHolder } from '../../../../provider-scripts/src/email/feedback/holder.ts';

/** Emails, the latest first, by whom they are: `-` for nobody; in brackets, one about a change to the address. */
const emailsOf = (text: string) =>
  text.split(' ').map((one, index) => ({
    index,
    userId: one === '-' ? null : one.replace(/[()]/g, ''),
    kind: one.startsWith('(') ? 'address-change' : 'magic-link',
  }));

test.each([
  ['its own, and those before its account', '- b b -', 'b', [0, 1, 2, 3]],
  ['not those of an account before, or before that', '- b - a - a -', 'b', [0, 1, 2]],
  ['none, if all were of an account before', '- a -', 'b', [0]],
  ['its own also from before another one had it', 'b a - b -', 'b', [0, 3]],
  ['those of nobody since, without an account', '- - a -', null, [0, 1]],
  ['all of nobody, if it never had an account', '- -', null, [0, 1]],
  ['not one that another account requested to come here', '- (a) -', 'b', [0, 2]],
  ['nothing of nothing', 'a', 'b', []],
] as const)('%s: %s', (_, emails, holder, shown) => {
  expect(emailsOfHolder(emailsOf(emails), holder).map(({ index }) => index)).toEqual(shown);
});
