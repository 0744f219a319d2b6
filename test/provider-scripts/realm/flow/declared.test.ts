/** The settings as the admin console shows them. */

import { describe, expect, test } from 'vitest';
import { STEP_SETTINGS as SETTINGS } from '../../../../provider-scripts/src/realm/flow/declared.ts';

describe('the declared settings', () => {
  test('have unique names', () => {
    const names = SETTINGS.map(({ name }) => name);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });

  test('have help texts', () => {
    for (const { name, label, helpText } of SETTINGS) {
      expect(name).toMatch(/^[a-z][A-Za-z.]*$/);
      expect(label).toMatch(/\S/);
      expect(helpText).toMatch(/\.$/);
    }
  });

  test('that are lists have one of their options as default', () => {
    for (const { type, options, defaultValue } of SETTINGS) {
      if (type === 'List') expect(options).toContain(defaultValue);
      else expect(options).toBe(undefined);
    }
  });
});
