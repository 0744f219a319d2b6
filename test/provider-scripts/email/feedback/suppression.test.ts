/** When an address gets no more emails, and until when. */
import { describe, expect, test } from 'vitest';
import type { Objection } from '../../../../provider-scripts/src/email/feedback/event.ts';
import {
  endOf,
  isSuppressing,
  type Suppression,
  suppresses,
} from '../../../../provider-scripts/src/email/feedback/suppression.ts';

const NOW = 2_000_000_000;
const DAY = 86_400;

const STILL: Suppression = { reason: 'soft', since: 0, expiresAt: NOW + 1, liftedAt: null };
const FOR_GOOD: Suppression = { reason: 'hard', since: 0, expiresAt: null, liftedAt: null };
const OVER: Suppression = { ...STILL, expiresAt: NOW };
const LIFTED: Suppression = { ...FOR_GOOD, liftedAt: 5000 };

describe('an address is suppressed', () => {
  test.each<[string, Objection, number, number, Suppression | null, boolean]>([
    ['by a hard bounce', 'hard', 6000, 0, null, true],
    ['by a complaint', 'complaint', 6000, 0, null, true],
    ['by a block', 'block', 6000, 0, null, true],
    ['not by a soft bounce', 'soft', 6000, 1, null, false],
    ['not by two', 'soft', 6000, 2, null, false],
    ['by three', 'soft', 6000, 3, null, true],
    ['no longer, for a while, by three more', 'soft', 6000, 3, STILL, false],
    ['for good by a hard bounce after soft ones', 'hard', 6000, 0, STILL, true],
    ['not anew where it is for good', 'complaint', 6000, 0, FOR_GOOD, false],
    ['not for a while where it is for good', 'soft', 6000, 3, FOR_GOOD, false],
    ['again once that is over', 'soft', 6000, 3, OVER, true],
    ['not by an email from before it was lifted', 'hard', 5000, 0, LIFTED, false],
    ['not by a soft one from before it was lifted', 'soft', 4000, 3, LIFTED, false],
    ['by the next email', 'hard', 5001, 0, LIFTED, true],
  ])('%s', (_, objection, sentAt, softBounces, earlier, expected) => {
    expect(suppresses({ objection, sentAt, softBounces, earlier }, NOW)).toBe(expected);
  });

  test('for thirty days by soft bounces, and by others until it is lifted', () => {
    expect(endOf('soft', NOW)).toBe(NOW + 30 * DAY);
    for (const objection of ['hard', 'block', 'complaint'] as const) expect(endOf(objection, NOW)).toBeNull();
  });

  test.each<[string, Suppression, boolean]>([
    ['still', STILL, true],
    ['for good', FOR_GOOD, true],
    ['over', OVER, false],
    ['lifted', LIFTED, false],
  ])('now: %s', (_, one, expected) => {
    expect(isSuppressing(one, NOW)).toBe(expected);
  });
});
