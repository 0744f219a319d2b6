/** The page of settings: the words of each setting, and what its form holds, changes and tells. */
import { afterEach, describe, expect, test } from 'vitest';
import type { Setting } from '../../admin-pages/generated/admin-api.d.ts';
import {
  changesOf,
  chosen,
  draftOf,
  effective,
  isChanged,
  isFound,
  refreshKindOf,
  valueText,
} from '../../admin-pages/src/pages/settings/values.ts';
import { EN } from '../../admin-pages/src/texts/en.ts';
import { SETTING_TEXTS, settingWords } from '../../admin-pages/src/texts/settings.ts';
import { setLanguage } from '../../admin-pages/src/texts/texts.ts';
import api from '../../docs/admin-api.json' with { type: 'json' };
import { SETTINGS } from '../../provider-scripts/src/realm/settings/table.ts';
import { textOf } from '../../provider-scripts/src/realm/settings/words.ts';

const SHOWN = Object.values(SETTINGS)
  .flat()
  .filter(({ group }) => group !== undefined);

const SWITCH: Setting = {
  name: 'linkgate.passkeys',
  group: 'sign-in',
  type: 'switch',
  choices: null,
  min: null,
  max: null,
  unit: null,
  default: 'false',
  value: null,
  acting: 'false',
  findings: [],
  needs: [],
  file: null,
};
const NUMBER: Setting = { ...SWITCH, name: 'lifetime', type: 'number', unit: 'seconds', default: '600' };
const LIST: Setting = { ...SWITCH, name: 'linkgate.allowed-protocols', type: 'list', default: '' };
const OFFERS: Setting = { ...SWITCH, name: 'linkgate.passkey-offers', type: 'offers', default: '3/30' };
const TOKENS: Setting = {
  ...SWITCH,
  name: 'linkgate.refresh-tokens-of-new-clients',
  type: 'refresh-tokens',
  default: 'off',
};

afterEach(() => setLanguage('en'));

describe.each(Object.entries(SETTING_TEXTS))('the words in %s', (tag, texts) => {
  test('are complete, of one line, and no Markdown', () => {
    const wrong = Object.entries(texts).filter(([, { label, text }]) =>
      [label, text].some((words) => !/^[^\n`*[\]]*\S[^\n`*[\]]*$/.test(words)),
    );
    expect(wrong.map(([name]) => name)).toEqual([]);
  });

  test('aren’t English', () => {
    const same = Object.entries(texts).filter(
      ([name, { text }]) => text === SETTING_TEXTS.en[name as keyof typeof texts].text,
    );
    expect(same.length).toBe(tag === 'en' ? Object.keys(texts).length : 0);
  });

  test('name the same values of each choice', () => {
    const wrong = SHOWN.filter((setting) => setting.kind.choices !== undefined).filter((setting) => {
      setLanguage(tag);
      const named = (text: string) =>
        (setting.kind.choices ?? [])
          .filter((choice) => new RegExp(`\\b${choice}\\s?[:：]`).test(text))
          .sort();
      return String(named(settingWords(setting.name).text)) !== String(named(textOf(setting).text));
    });
    expect(wrong.map(({ name }) => name)).toEqual([]);
  });
});

test.each(SHOWN.map((setting) => [setting.name, setting] as const))(
  'the page has the words of the table: %s',
  (name, setting) => {
    expect(settingWords(name)).toEqual(textOf(setting));
  },
);

test('what the server sends has texts', () => {
  const { Setting: setting, SettingNeed: need, StepSettings: step } = api.components.schemas;
  const keys = [
    ...setting.properties.group.enum.map((name) => `settings.group.${name}`),
    ...need.properties.id.enum.map((name) => `need.${name}`),
    ...step.properties.bound_as.items.enum.map((name) => `flow-use.${name}`),
  ];
  expect(keys.filter((key) => !Object.hasOwn(EN, key))).toEqual([]);
});

test('a form holds the stored texts', () => {
  expect(draftOf({ settings: [SWITCH, { ...NUMBER, value: '900' }] })).toEqual({
    'linkgate.passkeys': '',
    lifetime: '900',
  });
});

test.each([
  ['another value is set', null, 'true', 'true'],
  ['the default is no value', 'true', 'false', ''],
  ['a default that is stored is no change', 'false', 'false', 'false'],
  ['a malformed value is replaced by the default', 'ture', 'false', ''],
])('choosing: %s', (_, value, text, held) => {
  expect(chosen({ ...SWITCH, value }, text)).toBe(held);
});

test('changes are what differs from what is stored, trimmed; nothing resets', () => {
  const settings = [
    { ...SWITCH, value: 'true' },
    { ...NUMBER, value: '900' },
    { ...LIST, value: null },
    { ...OFFERS, value: '2/10' },
  ];
  const draft = {
    ...draftOf({ settings }),
    'linkgate.passkeys': '',
    'linkgate.allowed-protocols': ' saml,\n other ',
  };
  expect(changesOf(settings, draft)).toEqual({
    'linkgate.passkeys': null,
    'linkgate.allowed-protocols': 'saml other',
  });
});

test('only another value than the default is marked', () => {
  expect(isChanged(SWITCH, '')).toBe(false);
  expect(isChanged(SWITCH, 'false')).toBe(false);
  expect(isChanged(SWITCH, 'true')).toBe(true);
  expect(effective(NUMBER, '')).toBe('600');
});

test.each([
  [SWITCH, 'true', 'On'],
  [SWITCH, 'ture', 'ture'],
  [NUMBER, '600', '10 minutes'],
  [NUMBER, 'soon', 'soon'],
  [LIST, '', '–'],
  [OFFERS, '1/30', '1 sign-in, again after 30 days'],
  [OFFERS, '3', '3'],
  [TOKENS, 'off', 'No (no refresh tokens)'],
  [TOKENS, '30', '30 days after the sign-in'],
  [TOKENS, 'on', 'on'],
])('tells a value: %#', (setting, text, told) => {
  expect(valueText(setting, text)).toBe(told);
});

test('a number of days that is still missing stays a choice of days', () => {
  expect([' ', '30', 'off', 'session', 'on'].map(refreshKindOf)).toEqual([
    'days',
    'days',
    'off',
    'session',
    null,
  ]);
});

test('settings are found by label, sentence and name, in any order of words', () => {
  expect(isFound(SWITCH, 'passkey')).toBe(true);
  expect(isFound(SWITCH, 'linkgate.PASSKEYS')).toBe(true);
  expect(isFound(SWITCH, 'email offers')).toBe(true);
  expect(isFound(SWITCH, 'email lifetime')).toBe(false);
  setLanguage('de');
  expect(isFound(SWITCH, 'anmeldung per e-mail')).toBe(true);
});
