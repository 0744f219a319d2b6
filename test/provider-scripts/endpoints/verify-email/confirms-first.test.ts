/** When a confirm page is shown before a link is used. */
import { describe, expect, test } from 'vitest';
import { requiresConfirmation } from '../../../../provider-scripts/src/endpoints/verify-email/confirms-first.ts';

describe('the confirm page', () => {
  test.each([
    ['never', 'the requesting browser', true, false],
    ['never', 'another browser', false, false],
    ['new-browser', 'the requesting browser', true, false],
    ['new-browser', 'another browser', false, true],
    ['always', 'the requesting browser', true, true],
    ['always', 'another browser', false, true],
  ] as const)('with %s, in %s', (confirm, _, isRequestingBrowser, expected) => {
    expect(requiresConfirmation(confirm, () => isRequestingBrowser)).toBe(expected);
  });
});
