/** The settings as the admin console shows them. */
import { describe, expect, test } from 'vitest';
import {
  DEFAULTS,
  LINK_LIFETIME_SECONDS,
  SETTINGS,
} from '../../../../provider-scripts/src/realm/settings/declared.ts';

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

  test('state the limits of the lifetime, and its default is within them', () => {
    const lifetime = SETTINGS.find(({ name }) => name === 'lifetime');
    const { min, max } = LINK_LIFETIME_SECONDS;
    expect(lifetime?.helpText).toContain(`${min} to ${max} seconds`);
    expect(min < DEFAULTS.lifetime && DEFAULTS.lifetime < max).toBe(true);
  });
});
