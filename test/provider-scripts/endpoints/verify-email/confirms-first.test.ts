/** When a confirm page is shown before a link is used. */
import { describe, expect, test } from 'vitest';
import { confirmsFirst } from '../../../../provider-scripts/src/endpoints/verify-email/confirms-first.ts';

describe('the confirm page', () => {
  test.each([
    ['never', 'the browser that asked', true, false],
    ['never', 'another browser', false, false],
    ['new-browser', 'the browser that asked', true, false],
    ['new-browser', 'another browser', false, true],
    ['always', 'the browser that asked', true, true],
    ['always', 'another browser', false, true],
  ] as const)('with %s, in %s', (confirm, _, isRequestingBrowser, expected) => {
    expect(confirmsFirst(confirm, () => isRequestingBrowser)).toBe(expected);
  });
});
