/** The settings as the admin console shows them. */
import { describe, expect, test } from 'vitest';
import {
  CONFIRM,
  HAND_OFF,
  LINK_LIFETIME_SECONDS,
  SETTINGS,
  SIGN_UP,
} from '../../../provider-scripts/src/settings/declared.ts';

describe('the declared settings', () => {
  test('have names of their own', () => {
    const names = SETTINGS.map(({ name }) => name);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });

  test('explain themselves', () => {
    for (const { name, label, helpText } of SETTINGS) {
      expect(name).toMatch(/^[a-z][A-Za-z]*$/);
      expect(label).toMatch(/\S/);
      expect(helpText).toMatch(/\.$/);
    }
  });

  test('that are lists begin with one of their options', () => {
    for (const { type, options, defaultValue } of SETTINGS) {
      if (type === 'List') expect(options).toContain(defaultValue);
      else expect(options).toBe(undefined);
    }
  });

  test('keep the names that installations have stored', () => {
    expect(SETTINGS.map(({ name }) => name)).toEqual([
      'lifetime',
      'signUp',
      'confirm',
      'bindIp',
      'code',
      'handOff',
      'rememberDevice',
      'mailSender',
    ]);
  });

  test('state the limits of the lifetime', () => {
    const lifetime = SETTINGS.find(({ name }) => name === 'lifetime');
    expect(lifetime?.helpText).toContain('60 to 86400 seconds');
    expect(lifetime?.defaultValue).toBe('900');
  });
});

describe('the lifetime', () => {
  test('is a quarter of an hour unless set, a minute at least and a day at most', () => {
    expect(LINK_LIFETIME_SECONDS).toEqual({ default: 900, min: 60, max: 86_400 });
  });
});

describe('the confirm page', () => {
  test('is shown never unless set', () => {
    expect([...CONFIRM]).toEqual(['never', 'new-browser', 'always']);
  });
});

describe('the hand-off', () => {
  test('is off unless set', () => {
    expect([...HAND_OFF]).toEqual(['off', 'on']);
  });
});

describe('sign-up', () => {
  test('is open unless set', () => {
    expect([...SIGN_UP]).toEqual(['open', 'closed']);
  });
});
