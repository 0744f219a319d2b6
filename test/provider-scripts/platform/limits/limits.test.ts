/** The table of limits: the parts that other files use are consistent. */
import { describe, expect, test } from 'vitest';
import {
  BRAKES,
  FIXED_NAMES,
  LIMIT_NAMES,
  LIMITS,
  LIMITS_OF,
  MEMORY_LIMITS,
  SETTABLE,
  SETTABLE_NAMES,
} from '../../../../provider-scripts/src/platform/limits/limits.ts';

describe('the limits', () => {
  test('are each either settable or fixed', () => {
    expect([...SETTABLE_NAMES, ...FIXED_NAMES].sort()).toEqual([...LIMIT_NAMES].sort());
  });

  test.each([...SETTABLE_NAMES])('have a default within their own bounds: %s', (name) => {
    const { fallback, max } = SETTABLE[name];
    expect(fallback.count > 0 && fallback.count <= max.count).toBe(true);
    expect(fallback.seconds > 0 && fallback.seconds <= max.seconds).toBe(true);
  });

  test('that pause guessing count a realm', () => {
    expect(BRAKES.map((name) => LIMITS[name].per)).toEqual(BRAKES.map(() => 'realm'));
  });

  test('in which a caller can be looked up are those in the database', () => {
    const found = [...LIMITS_OF.email, ...LIMITS_OF.ip] as string[];
    expect(found.filter((name) => (MEMORY_LIMITS as string[]).includes(name))).toEqual([]);
    expect(found.sort()).toEqual(
      LIMIT_NAMES.filter((name) => LIMITS[name].per === 'email' || LIMITS[name].per === 'ip')
        .filter((name) => !(MEMORY_LIMITS as string[]).includes(name) && name !== 'client-document-ip')
        .sort(),
    );
  });
});
