/** The realm's settings for users' own page. */
import { expect, test } from 'vitest';
import { servesAccountPage } from '../../../provider-scripts/src/settings/account-page.ts';

test('only "on" serves the page', () => {
  expect(servesAccountPage('on')).toBe(true);
  for (const value of [null, undefined, '', 'off', 'true', 'ON'])
    expect(servesAccountPage(value)).toBe(false);
});
