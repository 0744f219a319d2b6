/** Blocks of a page that commands write. */
import { describe, expect, test } from 'vitest';
import { blockOf, withBlock } from '../../../scripts/cli/blocks.ts';

const PAGE =
  '# Page\n\n<!-- Made by `one`. -->\n\nold\n\n<!-- Until here. -->\n\nText.\n\n<!-- Made by `two`. -->\n<!-- Until here. -->\n\nEnd.\n';

describe('a block', () => {
  test('is read without its comments', () => {
    expect([blockOf(PAGE, '`one`'), blockOf(PAGE, '`two`')]).toEqual(['old', '']);
  });

  test('is replaced, and nothing else', () => {
    const made = withBlock(withBlock(PAGE, '`one`', 'new'), '`two`', 'first');
    expect(made).toBe(PAGE.replace('old', 'new').replace('`two`. -->\n', '`two`. -->\n\nfirst\n\n'));
    expect(withBlock(made, '`one`', 'new')).toBe(made);
  });

  test.each(['`three`', '`on'])('that isn’t there is named: %s', (by) => {
    expect(() => withBlock(PAGE, by, '')).toThrow(`no block <!-- Made by ${by}. -->`);
  });

  test('needs an end', () => {
    expect(() => blockOf('<!-- Made by `one`. -->\nText.\n', '`one`')).toThrow('no block');
  });
});
