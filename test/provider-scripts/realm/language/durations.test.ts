/** Times as shown to users. */
import { describe, expect, test } from 'vitest';
import { lifetimeOf, waitOf } from '../../../../provider-scripts/src/realm/language/durations.ts';

const SECONDS = { '.seconds': 1, '': 60, '.hours': 3600, '.days': 86_400 } as const;

describe('a lifetime', () => {
  test.each([
    [60, '', 1],
    [61, '.seconds', 61],
    [90, '.seconds', 90],
    [119, '.seconds', 119],
    [120, '', 2],
    [150, '', 2],
    [900, '', 15],
    [3600, '.hours', 1],
    [5400, '', 90],
    [7200, '.hours', 2],
    [36_001, '.hours', 10],
    [86_400, '.days', 1],
    [90_000, '.hours', 25],
    [100_000, '.hours', 27],
    [200_000, '.days', 2],
    [604_800, '.days', 7],
  ])('of %i s is shown as %s %i', (seconds, suffix, count) => {
    expect(lifetimeOf(seconds)).toEqual({ suffix, count });
  });

  test('is never shown longer than it is, nor shorter by more than a third', () => {
    for (let seconds = 1; seconds <= 400_000; seconds += seconds < 10_000 ? 1 : 97) {
      const { suffix, count } = lifetimeOf(seconds);
      const shown = count * SECONDS[suffix];
      expect(shown <= seconds && shown > (seconds * 2) / 3, String(seconds)).toBe(true);
    }
  });
});

describe('a wait', () => {
  test.each([
    [0, '', 0],
    [1, '', 1],
    [61, '', 2],
    [3540, '', 59],
    [3541, '.hours', 1],
    [3600, '.hours', 1],
    [3601, '', 61],
    [86_340, '.hours', 24],
    [86_341, '.days', 1],
    [172_801, '.days', 3],
  ])('of %i s is shown as %s %i', (seconds, suffix, count) => {
    expect(waitOf(seconds)).toEqual({ suffix, count });
  });

  test('suffices', () => {
    for (let seconds = 1; seconds <= 400_000; seconds += seconds < 10_000 ? 1 : 97) {
      const { suffix, count } = waitOf(seconds);
      expect(count * SECONDS[suffix] >= seconds, String(seconds)).toBe(true);
    }
  });
});
