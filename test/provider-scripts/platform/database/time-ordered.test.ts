/** Time-ordered identifiers. */
import { describe, expect, test } from 'vitest';
import { timeOrdered } from '../../../../provider-scripts/src/platform/database/time-ordered.ts';

const RANDOM = 'ffffffff-ffff-4abc-9def-0123456789ab';
/** 2024-01-01. */
const MILLIS = 1_704_067_200_000;

describe('an identifier', () => {
  test('is a UUID of version 7, random behind its time', () => {
    expect(timeOrdered(MILLIS, RANDOM)).toBe('018cc251-f400-7abc-9def-0123456789ab');
  });

  test('sorts after those of the previous millisecond, whatever its random part', () => {
    const later = timeOrdered(MILLIS + 1, '00000000-0000-4000-8000-000000000000');
    expect(later > timeOrdered(MILLIS, RANDOM)).toBe(true);
  });

  test('keeps its order among any number created at the same time', () => {
    const places = [0, 1, 4095, 4096, 9999];
    const ids = places.map((place) => timeOrdered(MILLIS, RANDOM, place));
    expect(ids.slice().sort()).toEqual(ids);
    expect(ids[1]).toBe('018cc251-f400-7001-9def-0123456789ab');
    expect(ids[3]).toBe('018cc251-f401-7000-9def-0123456789ab');
  });
});
